import type { AuditKind } from '@kitewise/contract/organization-entities'
import type { Tx } from '../../database/connect.ts'
import { type TeamChange, teamChangeWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { findAnyUser } from '../accounts/users.sql.ts'
import { insertLogEntry, type LogEntry } from './log.sql.ts'
import { listReceivers } from './members.sql.ts'
import { findOrganization } from './organizations.sql.ts'

/** What opens a way in, a way out for data, or makes an owner: all owners get a mail, so that none of it stays unseen. */
const changes: Partial<Record<AuditKind, TeamChange>> = {
  'domain.added': 'domain',
  'provider.saved': 'provider',
  'directory.opened': 'directory',
  'events.added': 'receiver',
  'key.created': 'key',
  'key.rotated': 'key',
}

const changeOf = ({ kind, detail }: LogEntry): TeamChange | null =>
  kind === 'person.role' && detail === 'owner' ? 'owner' : (changes[kind] ?? null)

/** Writes down what happened, in the transaction in which it happens. */
export async function addToLog(tx: Tx, entry: LogEntry): Promise<void> {
  await insertLogEntry(tx, entry)
  const change = changeOf(entry)
  if (change === null) return
  const { organizationId, actorId, subjectId, detail } = entry
  const organization = (await findOrganization(tx, organizationId))?.name ?? ''
  const nameOf = async (userId: string | null | undefined) =>
    (userId ? (await findAnyUser(tx, userId))?.email : null) ?? '–'
  const actor = await nameOf(actorId)
  const named = change === 'owner' ? await nameOf(subjectId) : (detail ?? '')
  for (const { userId, email: to, language } of await listReceivers(tx, organizationId, ['owner'])) {
    const values = { organization, actor, what: teamChangeWords(language, change, named) }
    await queueMail(tx, { to, userId, language, template: 'team_changed', values })
  }
}
