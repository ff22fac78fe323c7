import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { revokeOrganizationSessions } from '../../platform/sessions.sql.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import { findAnyUser } from '../accounts/users.sql.ts'
import { recordJoiningConsents } from '../onboarding/record-consents.ts'
import { addMember } from '../organizations/join.ts'
import { findMember } from '../organizations/members.sql.ts'
import { lockOrganization } from '../organizations/organizations.sql.ts'
import { dropMember } from '../organizations/people.ts'
import { takeSeatBack } from '../organizations/seats.ts'
import { deleteIdentity, type Identity, saveIdentity } from './identities.sql.ts'
import { attachScimUser } from './scim/scim-users.sql.ts'

type Person = { organizationId: string; userId: string }

/** Makes somebody a member, with a seat if one is free. A member stays as they are. */
export async function admit(context: Context, tx: Tx, { organizationId, userId }: Person): Promise<void> {
  await lockOrganization(tx, organizationId)
  if (!(await findMember(tx, organizationId, userId)))
    await addMember(tx, context, { organizationId, userId, groupId: null })
  await attachScimUser(tx, { organizationId, userId })
}

/** An account without a PIN at an address of the organization that has none yet. */
export async function createMember(
  context: Context,
  tx: Tx,
  { organizationId, email, language }: { organizationId: string; email: string; language: string },
): Promise<string> {
  const learner = { email, language, marketingConsent: false, firstName: null, dailyGoalMinutes: null }
  const { userId, isNew } = await findOrCreateAccount(tx, learner)
  // Somebody else has just created it: then it isn't ours to give away.
  if (!isNew) throw new Error('the account of a new member was created elsewhere at the same moment')
  await admit(context, tx, { organizationId, userId })
  return userId
}

/**
 * Who comes through the organization for the first time has agreed to the terms on the page that led to the provider; everybody with
 * a PIN had before. False if the account at the provider belongs to somebody else.
 */
export async function linkLearner(
  context: Context,
  tx: Tx,
  { identity, userId, language }: { identity: Identity; userId: string; language: string },
): Promise<boolean> {
  if (!(await saveIdentity(tx, identity, userId))) return false
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
