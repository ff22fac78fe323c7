import { dueWarning, warningDays } from '@kitewise/rules/reply-deadline'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { countForDigest, lockWarnable, markWarned, type Warnable } from './inbox.sql.ts'

export type InboxStaff = { id: string; name: string; email: string; wantsDigest: boolean }

/** Who has the inbox. The staff belong to the desk, above the features. */
type ListStaff = (db: Queryable) => Promise<InboxStaff[]>

const dayMs = 86_400_000

/** Job: two days before a deadline and on its day, mails the owner of an item, or everybody with the inbox. Each warning goes out once. */
export async function warnOfDeadlines(context: Context, listStaff: ListStaff): Promise<void> {
  const now = context.clock()
  await inTransaction(context.db, async (tx) => {
    const items = await lockWarnable(tx, new Date(now.getTime() + warningDays * dayMs))
    if (items.length === 0) return
    const staff = await listStaff(tx)
    for (const item of items) {
      const warning = dueWarning(item.dueAt, now)
      if (warning === null || (warning === 'early' && item.warnedEarly)) continue
      await markWarned(tx, item.id, warning, now)
      const owners = staff.filter(({ id }) => id === item.ownerId)
      for (const { email } of owners.length > 0 ? owners : staff)
        await queueMail(tx, { to: email, language: 'en', template: 'staff_deadline', values: valuesOf(item) })
    }
  })
}

const valuesOf = ({ id, kind, dueAt }: Warnable) => ({
  kind,
  due: `${dueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  path: `/desk/inbox/${id}`,
})

/** Job: once a day, mails what came in to everybody with the inbox who wants it; nothing on a day without anything new. */
export async function mailInboxDigest(context: Context, listStaff: ListStaff): Promise<void> {
  const until = context.clock()
  const since = new Date(until.getTime() - dayMs)
  const dueBefore = new Date(until.getTime() + 7 * dayMs)
  const { received, open, due } = await countForDigest(context.db, { since, until, dueBefore })
  if (received === 0) return
  const values = { received: String(received), open: String(open), due: String(due), path: '/desk/inbox' }
  const day = until.toISOString().slice(0, 10)
  await inTransaction(context.db, async (tx) => {
    for (const { id, email, wantsDigest } of await listStaff(tx)) {
      if (!wantsDigest) continue
      const dedupeKey = `inbox-digest:${id}:${day}`
      await queueMail(tx, { to: email, language: 'en', template: 'staff_digest', values, dedupeKey })
    }
  })
}
