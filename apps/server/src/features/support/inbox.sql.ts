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

export type InboxState = 'new' | 'in_progress' | 'waiting' | 'done'

export type InboxRow = {
  id: string
  kind: InboxKind
  state: InboxState
  concern: string | null
  /** Of feedback. */
  rating: number | null
  language: string
  receivedAt: Date
  dueAt: Date | null
  ownerName: string | null
}

export type InboxFilters = {
  kind: InboxKind | null
  /** Null: everything that isn't done. */
  state: InboxState | null
  /** A member of staff; `none`: nobody; null: any. */
  owner: string | null
}

/** Counting stops here. */
const mostCounted = 10_000

export async function countItems(db: Queryable, { kind, state, owner }: InboxFilters): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from inbox_items i
      where (${kind}::text is null or i.kind = ${kind}) and case when ${state}::text is null then i.state <> 'done' else i.state = ${state} end
        and case ${owner}::text when 'none' then i.owner_id is null else ${owner}::text is null or i.owner_id::text = ${owner} end
      limit ${mostCounted}) as counted`
  return row?.count ?? 0
}

export function listItems(
  db: Queryable,
  { kind, state, owner }: InboxFilters,
  {
    sort,
    direction,
    skip,
    limit,
  }: { sort: 'receivedAt' | 'dueAt'; direction: 'asc' | 'desc'; skip: number; limit: number },
): Promise<InboxRow[]> {
  const sign = direction === 'asc' ? 1 : -1
  return db<InboxRow[]>`
    select i.id, i.kind, i.state, i.concern, f.rating, i.language, i.received_at as "receivedAt", i.due_at as "dueAt",
      s.name as "ownerName"
    from inbox_items i
    left join feedback f on f.user_id = i.user_id and f.id = i.id
    left join desk_staff s on s.id = i.owner_id
    where (${kind}::text is null or i.kind = ${kind}) and case when ${state}::text is null then i.state <> 'done' else i.state = ${state} end
      and case ${owner}::text when 'none' then i.owner_id is null else ${owner}::text is null or i.owner_id::text = ${owner} end
    order by ${sign}::int * extract(epoch from case ${sort} when 'dueAt' then i.due_at else i.received_at end) nulls last, i.id
    limit ${limit} offset ${skip}`
}

export type InboxItem = InboxRow & {
  userId: string | null
  name: string | null
  /** As typed into the form; null for other kinds. */
  email: string | null
  accountEmail: string | null
  details: string | null
  /** Of feedback. */
  message: string | null
  subscriptionId: string | null
  ownerId: string | null
  doneAt: Date | null
}

export async function findItem(db: Queryable, id: string): Promise<InboxItem | null> {
  const [row] = await db<InboxItem[]>`
    select i.id, i.kind, i.state, i.concern, f.rating, i.language, i.received_at as "receivedAt", i.due_at as "dueAt",
      s.name as "ownerName", i.user_id as "userId", coalesce(i.name, w.name) as name, i.email, u.email as "accountEmail", i.details,
      f.message, i.subscription_id as "subscriptionId", i.owner_id as "ownerId", i.done_at as "doneAt"
    from inbox_items i
    left join users u on u.id = i.user_id
    left join feedback f on f.user_id = i.user_id and f.id = i.id
    left join withdrawals w on w.user_id = i.user_id and w.subscription_id = i.subscription_id
    left join desk_staff s on s.id = i.owner_id
    where i.id = ${id}`
  return row ?? null
}

/** Until the transaction ends, nobody else acts on the item. */
export async function lockItem(tx: Tx, id: string): Promise<void> {
  await tx`select 1 from inbox_items where id = ${id} for update`
}

/** Undefined fields stay. False for an unknown item. */
export async function updateItem(
  tx: Tx,
  id: string,
  { state, ownerId, now }: { state?: InboxState | undefined; ownerId?: string | null | undefined; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update inbox_items set
      state = coalesce(${state ?? null}, state),
      owner_id = case when ${ownerId === undefined} then owner_id else ${ownerId ?? null}::uuid end,
      done_at = case coalesce(${state ?? null}, state) when 'done' then coalesce(done_at, ${now}::timestamptz) end
    where id = ${id} returning 1`
  return rows.length > 0
}

export type InboxEntry = { id: string; kind: 'note' | 'reply'; staffName: string; at: Date; text: string }

export function listEntries(db: Queryable, itemId: string): Promise<InboxEntry[]> {
  return db<InboxEntry[]>`
    select e.id, e.kind, s.name as "staffName", e.created_at as at, e.text
    from inbox_entries e join desk_staff s on s.id = e.staff_id
    where e.item_id = ${itemId} order by e.created_at, e.id`
}

/** False when it was stored before. */
export async function insertEntry(
  tx: Tx,
  entry: { id: string; itemId: string; staffId: string; kind: 'note' | 'reply'; text: string; now: Date },
): Promise<boolean> {
  const { id, itemId, staffId, kind, text, now } = entry
  const rows = await tx`
    insert into inbox_entries (id, item_id, staff_id, kind, text, created_at)
    values (${id}, ${itemId}, ${staffId}, ${kind}, ${text}, ${now}) on conflict (id) do nothing returning 1`
  return rows.length > 0
}

/** When a withdrawal was closed, as Unix seconds; null before. */
export async function findClosed(db: Queryable, userId: string, subscriptionId: string): Promise<number | null> {
  const [row] = await db<{ closedAt: number | null }[]>`
    select floor(extract(epoch from done_at))::float8 as "closedAt"
    from inbox_items where user_id = ${userId} and subscription_id = ${subscriptionId} and state = 'done'`
  return row?.closedAt ?? null
}

export type Warnable = {
  id: string
  kind: InboxKind
  ownerId: string | null
  dueAt: Date
  warnedEarly: boolean
  warnedLast: boolean
}

/** Open items that are due before a moment and lack a warning, in order; locked against another instance. */
export function lockWarnable(tx: Tx, before: Date): Promise<Warnable[]> {
  return tx<Warnable[]>`
    select id, kind, owner_id as "ownerId", due_at as "dueAt", warned_early_at is not null as "warnedEarly",
      warned_last_at is not null as "warnedLast"
    from inbox_items where due_at is not null and due_at <= ${before} and state <> 'done' and warned_last_at is null
    order by due_at, id limit 1000 for update skip locked`
}

export async function markWarned(tx: Tx, id: string, warning: 'early' | 'last', now: Date): Promise<void> {
  await tx`
    update inbox_items set warned_early_at = coalesce(warned_early_at, ${now}),
      warned_last_at = case ${warning} when 'last' then ${now}::timestamptz end
    where id = ${id}`
}

export async function countForDigest(
  db: Queryable,
  { since, until, dueBefore }: { since: Date; until: Date; dueBefore: Date },
): Promise<{ received: number; open: number; due: number }> {
  const [row] = await db<{ received: number; open: number; due: number }[]>`
    select count(*) filter (where received_at >= ${since} and received_at < ${until})::int as received,
      count(*) filter (where state <> 'done')::int as open,
      count(*) filter (where state <> 'done' and due_at <= ${dueBefore})::int as due
    from inbox_items as counted`
  return row ?? { received: 0, open: 0, due: 0 }
}
