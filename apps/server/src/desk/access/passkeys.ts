import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import {
  checkNewPasskey,
  checkPasskeyAnswer,
  makePasskeyCreation,
  makePasskeyRequest,
  type NewPasskey,
  passkeyIdOf,
  type PasskeyOptions,
} from '../../platform/passkeys.ts'
import { insertChallenge, redeemChallenge } from './sessions.sql.ts'
import { findPasskey, listPasskeys, notePasskeyUse, type StaffMember } from './staff.sql.ts'

type Use = { purpose: 'sign-in' | 'step-up'; staffId: string | null }

/** For a sign-in any passkey of this site, for a step-up only those of `staffId`. */
export async function askForPasskey(context: Context, { purpose, staffId }: Use): Promise<PasskeyOptions> {
  const own = staffId === null ? [] : await listPasskeys(context.db, staffId)
  const { options, challengeHash: hash } = await makePasskeyRequest(context, own)
  await insertChallenge(context.db, { hash, purpose, staffId })
  return options
}

/** Whose passkey it is; null when it isn't known, or doesn't answer a challenge of this purpose. */
export async function checkPasskey(
  context: Context,
  given: object,
  { purpose, staffId }: Use,
): Promise<{ staffId: string } | null> {
  const { db } = context
  const id = passkeyIdOf(given)
  const stored = id === null ? null : await findPasskey(db, id)
  if (!stored || (staffId !== null && stored.staffId !== staffId)) return null
  const redeem = (hash: Buffer) => redeemChallenge(db, { hash, purpose, staffId })
  const checked = await checkPasskeyAnswer(context, given, { stored, redeem })
  if (!checked) return null
  await notePasskeyUse(db, stored.id, checked)
  return { staffId: stored.staffId }
}

export async function askForStaffPasskey(context: Context, { id, email, name }: StaffMember): Promise<PasskeyOptions> {
  const { options, challengeHash: hash } = await makePasskeyCreation(context, {
    site: `${context.config.brand.name} desk`,
    user: { id, email, name },
    known: await listPasskeys(context.db, id),
  })
  await insertChallenge(context.db, { hash, purpose: 'passkey', staffId: id })
  return options
}

/** Null when it doesn't answer a challenge for this member of staff. */
export function checkStaffPasskey(
  context: Context,
  db: Queryable,
  given: object,
  staffId: string,
): Promise<NewPasskey | null> {
  return checkNewPasskey(context, given, (hash) => redeemChallenge(db, { hash, purpose: 'passkey', staffId }))
}
