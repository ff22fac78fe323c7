import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { queueMail, queueMails } from '../../platform/messages/queue-mail.ts'
import { listActive, type Receiver } from './members.sql.ts'
import { findOrganization } from './organizations.sql.ts'

/** Tells one person that the seat was taken back, at most once a day, however often a manager changes their mind. */
export async function notifySeatFreed(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const day = clock().toISOString().slice(0, 10)
  for (const mail of await writeMails(tx, organizationId, [userId]))
    await queueMail(tx, { ...mail, dedupeKey: `seat-ended:${organizationId}:${userId}:${day}` })
}

/** Tells many people at once that their access has ended. The caller prevents repetitions. */
export async function notifySeatsEnded(
  tx: Tx,
  { organizationId, userIds }: { organizationId: string; userIds: readonly string[] },
): Promise<void> {
  await queueMails(tx, await writeMails(tx, organizationId, userIds))
}

const writeMails = async (tx: Tx, organizationId: string, userIds: readonly string[]) => {
  const organization = (await findOrganization(tx, organizationId))?.name ?? ''
  const orderFor = ({ userId, email, language }: Receiver) =>
    ({ to: email, userId, language, template: 'seat_ended', values: { organization } }) as const
  return (await listActive(tx, userIds)).map(orderFor)
}
