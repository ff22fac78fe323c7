import type { Queryable } from '../../database/connect.ts'

type InboxRow = {
  id: string
  kind: string
  userId: string | null
  subscriptionId: string | null
  name: string | null
  email: string | null
  concern: string | null
  details: string | null
  language: string
  receivedAt: Date
  dueAt: Date | null
  state: string
}

export function listInboxItems(db: Queryable): Promise<InboxRow[]> {
  return db<InboxRow[]>`
    select id, kind, user_id as "userId", subscription_id as "subscriptionId", name, email, concern, details, language,
      received_at as "receivedAt", due_at as "dueAt", state
    from inbox_items order by received_at, id`
}

/** What staff did to a person, by the person's keyed hash. */
export function listAuditOf(db: Queryable, person: Buffer): Promise<{ action: string; staffId: string }[]> {
  return db<{ action: string; staffId: string }[]>`
    select action, staff_id as "staffId" from desk_audit where person = ${person} order by id`
}
