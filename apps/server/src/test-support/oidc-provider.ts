import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration, default as Provider } from 'oidc-provider'

/** Who signs in at the provider next. `email_verified` may be missing. `signedInAt` in Unix seconds; by default now. */
export type Person = { sub: string; email?: string; email_verified?: boolean | string; signedInAt?: number }

export const oidcClient = { clientId: 'kitewise-desk', clientSecret: 'a-secret-for-the-provider-in-tests' }

/**
 * A real OpenID Connect provider on loopback that signs in without asking, as the person of the browser.
 * @param publicUrl of the server that it may lead back to
 * @param options.first who signs in until a browser of `openBrowser` is somebody else
 * @param options.returnPaths the only places to which it leads back
 */
export async function startOidcProvider(
  publicUrl: string,
  { first = { sub: 'nobody' }, returnPaths = ['/desk/oidc'] }: { first?: Person; returnPaths?: string[] } = {},
) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const people = new Map([[first.sub, first]])
  let next = first
  let handle: ReturnType<Provider['callback']> | null = null
  const server = createServer((request, response) => void handle?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const provider: Provider = await makeProvider(issuer.slice(0, -1), {
    clients: [
      {
        client_id: oidcClient.clientId,
        client_secret: oidcClient.clientSecret,
        redirect_uris: returnPaths.map((path) => `${publicUrl}${path}`),
        id_token_signed_response_alg: 'ES256',
        require_auth_time: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['a key for the cookies of the provider'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_request, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    interactions: { url: (_request, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId
      const grant = new provider.Grant({ clientId: oidcClient.clientId, ...(accountId ? { accountId } : {}) })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    ttl: { Grant: 600, IdToken: 600, AccessToken: 600, Interaction: 600, Session: 600 },
  })
  provider.use(async (request, proceed) => {
    if (!request.path.startsWith('/interaction/')) {
      await proceed()
      return
    }
    const { sub: accountId, signedInAt } = next
    const login = { accountId, ...(signedInAt === undefined ? {} : { ts: signedInAt }) }
    await provider.interactionFinished(request.req, request.res, { login })
    request.respond = false
  })
  handle = provider.callback()

  /** A browser at the provider; it stays signed in there. */
  const openBrowser = () => {
    const cookies = new Map<string, string>()
    /** Follows the provider's redirects as `person`. @returns the query with which it leads back */
    return async (address: string, person: Person): Promise<string> => {
      next = person
      people.set(person.sub, person)
      let url = address
      while (!url.startsWith(`${publicUrl}/`)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          if (value === '') cookies.delete(name)
          else cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
        url = new URL(location, url).href
      }
      return new URL(url).search
    }
  }
  return {
    issuer,
    openBrowser,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Without its warnings: that it keeps everything in memory, and which Node it likes best. */
const makeProvider = async (issuer: string, configuration: Configuration): Promise<Provider> => {
  const { warn } = console
  // oxlint-disable-next-line no-console -- it offers no other way to be silent
  console.warn = () => {}
  try {
    const { default: Made } = await import('oidc-provider')
    return new Made(issuer, configuration)
  } finally {
    // oxlint-disable-next-line no-console -- puts back what was there
    console.warn = warn
  }
}
