import type { TextLanguage } from '@kitewise/rules/language'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { revokeOrganizationSessions } from '../../platform/sessions.sql.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import { deleteIdentity } from './identities.sql.ts'
import { deleteMember, freeSeat, insertMember, takeSeat } from './members.sql.ts'
import { attachScimUser } from './scim/scim-users.sql.ts'

type Person = { organizationId: string; userId: string }

/** Makes somebody a member, with a seat if one is free. Changes nothing for a member with a seat. */
export async function admit(_context: Context, tx: Tx, { organizationId, userId }: Person): Promise<void> {
  await insertMember(tx, organizationId, userId)
  await takeSeat(tx, organizationId, userId)
  await attachScimUser(tx, { organizationId, userId })
}

/** An account without a PIN at an address of the organization that has none yet. */
export async function createMember(
  context: Context,
  tx: Tx,
  { organizationId, email, language }: { organizationId: string; email: string; language: TextLanguage },
): Promise<string> {
  const learner = { email, language, marketingConsent: false, firstName: null, dailyGoalMinutes: null }
  const { userId, isNew } = await findOrCreateAccount(tx, learner)
  // Somebody else has just created it: then it isn't ours to give away.
  if (!isNew) throw new Error('the account of a new member was created elsewhere at the same moment')
  await admit(context, tx, { organizationId, userId })
  return userId
}

/** Ends the sessions that the organization's provider began, the link to it, the seat and the membership. The account stays. */
export async function dismiss(tx: Tx, { organizationId, userId }: Person): Promise<void> {
  await revokeOrganizationSessions(tx, { organizationId, userId })
  await deleteIdentity(tx, organizationId, userId)
  await freeSeat(tx, organizationId, userId)
  await deleteMember(tx, organizationId, userId)
}
