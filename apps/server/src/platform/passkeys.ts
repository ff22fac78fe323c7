import { createHash } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Context } from '../context.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'

/** Loaded on first use: most processes never see a passkey. */
const library = () => import('@simplewebauthn/server')

/** Passkeys belong to the host name of PUBLIC_URL: a new one makes them all useless. */
const placeOf = ({ config }: Context) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

/** The browser's next step, as JSON that the contract doesn't look into. */
export type PasskeyOptions = Record<string, unknown>

/** What a challenge is stored as. */
const hashChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

type KnownPasskey = { id: string; transports: string[] }

/** Options for a sign-in, and the hash of their challenge. @param own empty: any passkey of this site */
export async function makePasskeyRequest(
  context: Context,
  own: readonly KnownPasskey[],
): Promise<{ options: PasskeyOptions; challengeHash: Buffer }> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: placeOf(context).rpID,
    userVerification: 'required',
    allowCredentials: own.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] })),
  })
  return { options: { ...options }, challengeHash: hashChallenge(options.challenge) }
}

/** Reads the ID in what a browser sent; null if there is none. */
export function passkeyIdOf(given: object): string | null {
  return 'id' in given && typeof given.id === 'string' ? given.id : null
}

/**
 * Whether a browser's answer is signed by the stored passkey for this site, after its owner was verified.
 * @param redeem uses a challenge up, by its hash; false if it isn't one of ours
 */
export async function checkPasskeyAnswer(
  context: Context,
  given: object,
  {
    stored: { id, publicKey, counter },
    redeem,
  }: {
    stored: { id: string; publicKey: Buffer; counter: number }
    redeem: (challengeHash: Buffer) => Promise<boolean>
  },
): Promise<{ counter: number; rpId: string } | null> {
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origin } = placeOf(context)
  const checked = await verifyAuthenticationResponse({
    // The library checks the shape of what a browser sends, and throws.
    response: given as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => redeem(hashChallenge(challenge)),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(refuseUnlessOutage)
  return checked?.verified ? { counter: checked.authenticationInfo.newCounter, rpId: rpID } : null
}

/** Options for a passkey that finds its account by itself, so that sign-in asks for no address. */
export async function makePasskeyCreation(
  context: Context,
  {
    site,
    user,
    known,
  }: { site: string; user: { id: string; email: string; name: string }; known: readonly KnownPasskey[] },
): Promise<{ options: PasskeyOptions; challengeHash: Buffer }> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: site,
    rpID: placeOf(context).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: { ...options }, challengeHash: hashChallenge(options.challenge) }
}

export type NewPasskey = { id: string; publicKey: Buffer; counter: number; transports: string[]; rpId: string }

/** Null when it doesn't answer a challenge that `redeem` takes. */
export async function checkNewPasskey(
  context: Context,
  given: object,
  redeem: (challengeHash: Buffer) => Promise<boolean>,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const { rpID, origin } = placeOf(context)
  const checked = await verifyRegistrationResponse({
    // The library checks the shape of what a browser sends, and throws.
    response: given as RegistrationResponseJSON,
    expectedChallenge: (challenge) => redeem(hashChallenge(challenge)),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(refuseUnlessOutage)
  if (!checked?.verified) return null
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey), counter, transports: [...transports], rpId: rpID }
}

/** The library throws at every mistake in a response. */
const refuseUnlessOutage = (error: unknown): null => {
  if (isDatabaseUnavailable(error)) throw error
  return null
}
