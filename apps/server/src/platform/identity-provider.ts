import { createHash } from 'node:crypto'
import type { Configuration, CustomFetch } from 'openid-client'
import { during, type Span } from '../telemetry/signals.ts'

/** Our registration at a provider. `issuer` as `URL` writes it. `fetch`: how to reach it, by default like any other site. */
export type IdentityProvider = { issuer: string; clientId: string; clientSecret: string; fetch?: ReachProvider }

/** Like `fetch`, for the library's requests, which are forms or empty. */
type ReachProvider = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string | URLSearchParams | null
    signal?: AbortSignal
  },
) => Promise<Response>

/** What the provider's answer must fit. */
export type AttemptSecrets = { state: string; nonce: string; verifier: string }

/** Loaded on first use, and only where a provider is configured. */
const library = () => import('openid-client')

const timeoutSeconds = 8
/** The way to the provider and back must be over by then. */
export const attemptSeconds = 600

/** Its addresses may change; its keys are read again as needed. */
const keptMs = 3_600_000
/** The oldest goes first. */
const mostKept = 500
const known = new Map<string, { at: number; found: Promise<Configuration> }>()

/** By all that is registered, because a changed secret is another client. */
const nameOf = ({ issuer, clientId, clientSecret }: IdentityProvider): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, clientId, clientSecret]))
    .digest('base64url')

const find = (provider: IdentityProvider): Promise<Configuration> => {
  const name = nameOf(provider)
  const kept = known.get(name)
  if (kept && performance.now() - kept.at < keptMs) return kept.found
  const found = discover(provider)
  known.delete(name)
  known.set(name, { at: performance.now(), found })
  const [oldest] = known.keys()
  if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
  // An outage isn't kept.
  found.catch(() => known.delete(name))
  return found
}

/** Some providers send it as a text. */
const isTrue = (claim: unknown): boolean =>
  claim === true || (typeof claim === 'string' && claim.toLowerCase() === 'true')

const withoutSlash = (issuer: string): string => new URL(issuer).href.replace(/\/+$/, '')

/** An issuer with and without a slash at the end is the same: people copy both. */
export function isSameIssuer(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other)
}

/** Reads what the provider says about itself. Rejects if it doesn't answer, or isn't the issuer. */
export async function discover(provider: IdentityProvider): Promise<Configuration> {
  try {
    return await discoverExactly(provider)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error
    const { issuer } = provider
    const otherwise = issuer.endsWith('/') ? withoutSlash(issuer) : `${issuer}/`
    // If it names a really different issuer, the first error says so.
    return await discoverExactly({ ...provider, issuer: otherwise }).catch(() => Promise.reject(error as Error))
  }
}

const discoverExactly = async ({ issuer, clientId, clientSecret, fetch }: IdentityProvider): Promise<Configuration> => {
  const {
    allowInsecureRequests,
    ClientSecretBasic,
    ClientSecretPost,
    customFetch,
    discovery,
    enableNonRepudiationChecks,
  } = await library()
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  return during('call', 'identity provider', () =>
    discovery(
      new URL(issuer),
      clientId,
      undefined,
      (server, ...rest) => {
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
        return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
      },
      {
        timeout: timeoutSeconds,
        ...(fetch && { [customFetch]: reachWith(fetch) }),
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      },
    ),
  )
}

const reachWith =
  (fetch: ReachProvider): CustomFetch =>
  (url, { method, headers, body, signal }) => {
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new TypeError('only texts and forms are sent to a provider')
    return fetch(url, { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) })
  }

/** The only address that the provider may lead back to, and whether it has to ask for the credentials again. */
type Way = { returnAddress: string; mustAskAgain: boolean }

/** Where to send the browser, and what its answer must fit. Null while the provider doesn't answer. */
export async function askProvider(
  provider: IdentityProvider,
  { returnAddress, mustAskAgain }: Way,
): Promise<{ url: string; secrets: AttemptSecrets } | null> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
    await library()
  const configuration = await find(provider).catch(() => null)
  if (!configuration) return null
  const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress,
    scope: 'openid email',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(mustAskAgain && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, secrets }
}

/**
 * An account at a provider. `email` is null unless the provider says that it's verified; `claimedEmail` is what it says anyway.
 * `authenticatedAt` in Unix milliseconds; null if the provider doesn't say when the person signed in there.
 */
export type ProviderProof = {
  issuer: string
  subject: string
  email: string | null
  claimedEmail: string | null
  authenticatedAt: number | null
}

/**
 * What the answer of the provider proves: its signature, issuer, audience, state, nonce and PKCE fit this attempt.
 * @param query the query of the address to which the provider led back
 */
export async function checkAnswer(
  provider: IdentityProvider,
  {
    returnAddress,
    mustAskAgain,
    query,
    secrets,
    span,
  }: Way & { query: string; secrets: AttemptSecrets; span: Span | null },
): Promise<{ proof: ProviderProof } | { failure: 'refused' | 'unavailable'; reason: string }> {
  const { authorizationCodeGrant } = await library()
  try {
    const configuration = await find(provider)
    const address = new URL(returnAddress)
    address.search = query
    const expected = {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      ...(mustAskAgain && { maxAge: attemptSeconds }),
    }
    const redeem = () => authorizationCodeGrant(configuration, address, expected)
    const tokens = await during('call', 'identity provider', redeem, span)
    const claims = tokens.claims()
    if (!claims) return { failure: 'refused', reason: 'no ID token' }
    const { iss, sub: subject, auth_time: seconds, email, email_verified: isVerified } = claims
    // A provider for many companies signs with many issuers.
    if (!isSameIssuer(iss, provider.issuer)) return { failure: 'refused', reason: 'another issuer' }
    return {
      proof: {
        issuer: provider.issuer,
        subject,
        email: isTrue(isVerified) && typeof email === 'string' ? email : null,
        claimedEmail: typeof email === 'string' ? email : null,
        authenticatedAt: seconds === undefined ? null : seconds * 1000,
      },
    }
  } catch (error) {
    return { failure: isOutage(error) ? 'unavailable' : 'refused', reason: reasonOf(error) }
  }
}

/** The codes of openid-client for a provider that answers too late, not with JSON, or with 500. */
const outages = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

const isOutage = (error: unknown): boolean => {
  const { code = '', status = 0 } = error as { code?: string; status?: number }
  // Node reports an unreachable host so.
  return (error instanceof TypeError && error.message === 'fetch failed') || outages.has(code) || status >= 500
}

/** For the log: neither the code nor a token is in it. */
const reasonOf = (error: unknown): string => {
  const { code = 'unknown', error: oauth = '' } = error as { code?: string; error?: string }
  return `${code} ${oauth}`.trim().slice(0, 100)
}
