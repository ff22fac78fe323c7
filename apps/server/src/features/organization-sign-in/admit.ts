import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { revokeOrganizationSessions } from '../../platform/sessions.sql.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import { findAnyUser } from '../accounts/users.sql.ts'
import { recordJoiningConsents } from '../onboarding/record-consents.ts'
import { addMember } from '../organizations/join.ts'
import { linkDirectoryEntry, refusalToBelong } from '../organizations/may-belong.ts'
import { findMember } from '../organizations/members.sql.ts'
import { lockOrganization } from '../organizations/organizations.sql.ts'
import { dropMember } from '../organizations/people.ts'
import { takeSeatBack } from '../organizations/seats.ts'
import { deleteIdentity, type Identity, saveIdentity } from './identities.sql.ts'

type Person = { organizationId: string; userId: string }

/** Makes somebody a member, with a seat if one is free. A member stays as they are. Refused for whoever may not belong. */
export async function admit(
  context: Context,
  tx: Tx,
  { organizationId, userId }: Person,
  by: 'provider' | 'directory',
): Promise<Result<null>> {
  await lockOrganization(tx, organizationId)
  if (!(await findMember(tx, organizationId, userId))) return addMember(tx, context, { organizationId, userId }, by)
  return ok(null)
}

type NewPerson = { organizationId: string; email: string; language: string; by: 'provider' | 'directory' }

/** An account without a PIN at an address of the organization that has none yet. Refused while its former owner may take it back. */
export async function createMember(
  context: Context,
  tx: Tx,
  { organizationId, email, language, by }: NewPerson,
): Promise<Result<string>> {
  const refusal = await refusalToBelong(tx, context, { organizationId, userId: null, email, by })
  if (refusal !== null) return refuse(refusal)
  const learner = { email, language, marketingConsent: false, firstName: null, dailyGoalMinutes: null }
  const account = await findOrCreateAccount(tx, learner)
  if (!account) return refuse('organization_sign_in_refused')
  const { userId, isNew } = account
  // Somebody else has just created it: then it isn't ours to give away.
  if (!isNew) throw new Error('the account of a new member was created elsewhere at the same moment')
  const admitted = await admit(context, tx, { organizationId, userId }, by)
  return admitted.ok ? ok(userId) : admitted
}

type Linking = {
  identity: Identity
  userId: string
  /** The address that the provider has verified in a domain of the organization; null for any other. */
  email: string | null
  language: string
  /** With the learner's own PIN or passkey. */
  isConfirmed: boolean
}

/**
 * Who comes through the organization for the first time has agreed to the terms on the page that led to the provider; everybody with
 * a PIN had before. The directory's entry with the verified address is theirs too, wherever their account gets its mail. False if the
 * account at the provider belongs to somebody else.
 */
export async function linkLearner(
  context: Context,
  tx: Tx,
  { identity, userId, email, language, isConfirmed }: Linking,
): Promise<boolean> {
  if (!(await saveIdentity(tx, identity, { userId, email, isConfirmed }))) return false
  if (email !== null) await linkDirectoryEntry(tx, { organizationId: identity.organizationId, userId, emails: [email] })
  const user = await findAnyUser(tx, userId)
  if (user?.pinHash === null) await recordJoiningConsents(tx, context, { userId, marketingConsent: false, language })
  return true
}

/** Ends the sessions that the organization's provider began, the link to it, the seat and, except for the last owner, the membership. */
export async function dismiss(context: Context, tx: Tx, { organizationId, userId }: Person): Promise<void> {
  await revokeOrganizationSessions(tx, { organizationId, userId })
  await deleteIdentity(tx, organizationId, userId)
  await lockOrganization(tx, organizationId)
  if (!(await findMember(tx, organizationId, userId))) return
  const entry = { organizationId, actorId: null, at: context.clock(), kind: 'person.removed' } as const
  const dropped = await dropMember(tx, context, { ...entry, userId })
  if (!dropped.ok) await takeSeatBack(tx, context, { organizationId, userId })
}
