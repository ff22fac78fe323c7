import { createHash } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { isDatabaseUnavailable } from '../../database/errors.ts'
import { type ChallengePurpose, insertChallenge, redeemChallenge } from './sessions.sql.ts'
import { findPasskey, listPasskeys, notePasskeyUse, type StaffMember } from './staff.sql.ts'

/** Loaded on first use: most processes never see a sign-in to the desk. */
const library = () => import('@simplewebauthn/server')

/** Passkeys belong to the host name of PUBLIC_URL: a new one makes them all useless. */
const placeOf = ({ config }: Context) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

const hashChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/** The browser's next step, as JSON that the contract doesn't look into. */
type Options = Record<string, unknown>

/** For a sign-in any passkey of this site, for a step-up only those of `staffId`. */
export async function askForPasskey(
  context: Context,
  { purpose, staffId }: { purpose: 'sign-in' | 'step-up'; staffId: string | null },
): Promise<Options> {
  const { generateAuthenticationOptions } = await library()
  const own = staffId === null ? [] : await listPasskeys(context.db, staffId)
  const options = await generateAuthenticationOptions({
    rpID: placeOf(context).rpID,
    userVerification: 'required',
    allowCredentials: own.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
  })
  await insertChallenge(context.db, { hash: hashChallenge(options.challenge), purpose, staffId })
  return { ...options }
}

/** Whose passkey it is; null when it isn't known, or doesn't answer a challenge of this purpose. */
export async function checkPasskey(
  context: Context,
  given: object,
  { purpose, staffId }: { purpose: 'sign-in' | 'step-up'; staffId: string | null },
): Promise<{ staffId: string } | null> {
  const { verifyAuthenticationResponse } = await library()
  const { rpID, origin } = placeOf(context)
  // The library checks the shape of what a browser sends, and throws.
  const response = given as AuthenticationResponseJSON
  const stored = typeof response.id === 'string' ? await findPasskey(context.db, response.id) : null
  if (!stored || (staffId !== null && stored.staffId !== staffId)) return null
  const { id, publicKey, counter } = stored
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => redeemChallenge(context.db, { hash: hashChallenge(challenge), purpose, staffId }),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(refuseUnlessOutage)
  if (!checked?.verified) return null
  await notePasskeyUse(context.db, id, { counter: checked.authenticationInfo.newCounter, rpId: rpID })
  return { staffId: stored.staffId }
}

/** A passkey that finds its account by itself, so that sign-in asks for no address. */
export async function askForNewPasskey(context: Context, staff: StaffMember): Promise<Options> {
  const { generateRegistrationOptions } = await library()
  const known = await listPasskeys(context.db, staff.id)
  const options = await generateRegistrationOptions({
    rpName: `${context.config.brand.name} desk`,
    rpID: placeOf(context).rpID,
    userID: new TextEncoder().encode(staff.id),
    userName: staff.email,
    userDisplayName: staff.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const purpose: ChallengePurpose = 'passkey'
  await insertChallenge(context.db, { hash: hashChallenge(options.challenge), purpose, staffId: staff.id })
  return { ...options }
}

/** The library throws at every mistake in a response. */
const refuseUnlessOutage = (error: unknown): null => {
  if (isDatabaseUnavailable(error)) throw error
  return null
}

type NewPasskey = { id: string; publicKey: Buffer; counter: number; transports: string[]; rpId: string }

/** Null when it doesn't answer a challenge for this member of staff. */
export async function checkNewPasskey(
  context: Context,
  db: Queryable,
  given: object,
  staffId: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const { rpID, origin } = placeOf(context)
  const checked = await verifyRegistrationResponse({
    // The library checks the shape of what a browser sends, and throws.
    response: given as RegistrationResponseJSON,
    expectedChallenge: (challenge) =>
      redeemChallenge(db, { hash: hashChallenge(challenge), purpose: 'passkey', staffId }),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(refuseUnlessOutage)
  if (!checked?.verified) return null
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey), counter, transports: [...transports], rpId: rpID }
}
