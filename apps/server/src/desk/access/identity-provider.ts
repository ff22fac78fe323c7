import type { Configuration } from 'openid-client'
import type { OidcConfig } from '../../config.ts'
import { during } from '../../telemetry/signals.ts'
import type { Identity, OidcAttempt } from './identities.sql.ts'

/** Loaded on first use, and only where a provider is configured. */
const library = () => import('openid-client')

const timeoutSeconds = 8
/** The way to the provider and back must be over by then. */
export const attemptSeconds = 600

/** Its addresses may change; its keys are read again as needed. */
const keptMs = 3_600_000
const known = new WeakMap<OidcConfig, { at: number; found: Promise<Configuration> }>()

const find = (provider: OidcConfig): Promise<Configuration> => {
  const kept = known.get(provider)
  if (kept && performance.now() - kept.at < keptMs) return kept.found
  const found = discover(provider)
  known.set(provider, { at: performance.now(), found })
  // An outage isn't kept.
  found.catch(() => known.delete(provider))
  return found
}

/** Reads what the provider says about itself. Rejects if it doesn't answer, or isn't the issuer. */
export async function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, discovery, enableNonRepudiationChecks } =
    await library()
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
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      },
    ),
  )
}

/** The only address that the provider may lead back to. */
const returnAddress = (publicUrl: string) => `${publicUrl}/desk/oidc`

/** Where to send the browser, and what its answer must fit. Null while the provider doesn't answer. */
export async function askProvider(
  provider: OidcConfig,
  { publicUrl, purpose }: { publicUrl: string; purpose: OidcAttempt['purpose'] },
): Promise<{ url: string; secrets: Pick<OidcAttempt, 'state' | 'nonce' | 'verifier'> } | null> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
    await library()
  const configuration = await find(provider).catch(() => null)
  if (!configuration) return null
  const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(publicUrl),
    scope: 'openid email',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(purpose === 'step-up' && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, secrets }
}

/** `authenticatedAt` in Unix milliseconds; null if the provider doesn't say when the person signed in there. */
type Proof = Identity & { authenticatedAt: number | null }

/**
 * What the answer of the provider proves: its signature, issuer, audience, state, nonce and PKCE fit this attempt.
 * @param query the query of the address to which the provider led back
 */
export async function checkAnswer(
  provider: OidcConfig,
  { publicUrl, query, attempt }: { publicUrl: string; query: string; attempt: OidcAttempt },
): Promise<{ proof: Proof } | { failure: 'refused' | 'unavailable'; reason: string }> {
  const { authorizationCodeGrant } = await library()
  try {
    const configuration = await find(provider)
    const address = new URL(returnAddress(publicUrl))
    address.search = query
    const tokens = await during('call', 'identity provider', () =>
      authorizationCodeGrant(configuration, address, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        ...(attempt.purpose === 'step-up' && { maxAge: attemptSeconds }),
      }),
    )
    const claims = tokens.claims()
    if (!claims) return { failure: 'refused', reason: 'no ID token' }
    const { iss, sub: subject, auth_time: seconds, email, email_verified: isVerified } = claims
    // A provider for many companies signs with many issuers.
    if (new URL(iss).href !== provider.issuer) return { failure: 'refused', reason: 'another issuer' }
    return {
      proof: {
        issuer: provider.issuer,
        subject,
        email: isVerified === true && typeof email === 'string' ? email : null,
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
