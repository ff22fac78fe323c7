import type { InboxKind } from '@kitewise/rules/reply-deadline'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

export type NewItem = {
  id: string
  kind: InboxKind
  userId: string | null
  /** Of a withdrawal. */
  subscriptionId?: string
  /** Of the support form. */
  words?: { name: string | null; email: string; concern: string; details: string }
  language: string
  receivedAt: Date
  dueAt: Date | null
}

/** A repeat with the same ID changes nothing. */
export async function insertItem(tx: Tx, item: NewItem): Promise<void> {
  const { id, kind, userId, subscriptionId = null, words, language, receivedAt, dueAt } = item
  await tx`
    insert into inbox_items (id, kind, user_id, subscription_id, name, email, concern, details, language, received_at, due_at)
    values (${id}, ${kind}, ${userId}, ${subscriptionId}, ${words?.name ?? null}, ${words?.email ?? null},
      ${words?.concern ?? null}, ${words?.details ?? null}, ${language}, ${receivedAt}, ${dueAt})
    on conflict (id) do nothing`
}

export async function deleteOldItems(db: Queryable, days: number, now: Date): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from inbox_items where ctid = any(array(
        select ctid from inbox_items where done_at < ${now}::timestamptz - make_interval(days => ${days})
        order by done_at limit ${limit} for update skip locked))`,
  )
}
