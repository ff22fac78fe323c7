import { createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { attachEntry, isBoundByProvider, isDeactivated } from './directory-entries.sql.ts'
import { findOrganization } from './organizations.sql.ts'
import { revokeInvitationsTo } from './invitations.sql.ts'
import { deleteRemoved, insertRemoved, isRemoved } from './removed-people.sql.ts'

/** The person who asks to belong; `userId` is null for somebody without an account. */
export type Applicant = { organizationId: string; userId: string | null; email: string }

/** How somebody comes in: with what they were sent, or through the organization's own provider or directory. */
export type JoiningBy = 'opening' | 'provider' | 'directory'

/**
 * Null if somebody may belong to an organization, whatever way they come. Otherwise: the organization is closed, its directory or an
 * owner has said that they don't belong to it, or they must sign in through its provider.
 */
export async function refusalToBelong(
  db: Queryable,
  context: Pick<Context, 'config'>,
  { by, ...applicant }: Applicant & { by: JoiningBy },
): Promise<'not_found' | 'organization_access_ended' | 'organization_sign_in_required' | null> {
  const organization = await findOrganization(db, applicant.organizationId)
  if (!organization || organization.isClosed) return 'not_found'
  if (await isDeactivated(db, applicant)) return 'organization_access_ended'
  if (await isRemoved(db, { ...applicant, addressHash: hashOf(context, applicant.email) }))
    return 'organization_access_ended'
  if (by === 'opening' && (await isBoundByProvider(db, applicant))) return 'organization_sign_in_required'
  return null
}

const hashOf = ({ config }: Pick<Context, 'config'>, email: string): Buffer =>
  createHmac('sha256', config.pinHashing.pepper).update(`removed:${email}`).digest()

/** Somebody whom an owner or the directory has removed doesn't come back with what was sent to them before. */
export async function markRemoved(
  tx: Tx,
  context: Pick<Context, 'config' | 'clock'>,
  person: Applicant,
): Promise<void> {
  const { organizationId, userId, email } = person
  const at = context.clock()
  await insertRemoved(tx, { organizationId, userId, addressHash: hashOf(context, email), at })
  await revokeInvitationsTo(tx, { organizationId, email, at })
}

/** The organization wants this person again: they were invited, or its directory has added them. */
export async function welcomeBack(tx: Tx, context: Pick<Context, 'config'>, person: Applicant): Promise<void> {
  await deleteRemoved(tx, { ...person, addressHash: hashOf(context, person.email) })
}

/** The directory's entry with one of these addresses belongs to this learner from now on. */
export function linkDirectoryEntry(
  tx: Tx,
  person: { organizationId: string; userId: string; emails: readonly string[] },
): Promise<void> {
  return attachEntry(tx, person)
}
