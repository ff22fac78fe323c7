import type { Queryable, Tx } from '../../../database/connect.ts'

/** A page for changing the card of a subscription. */
export type StoredCardPage = {
  id: string
  subscriptionId: string
  returnUrl: string
  changedUrl: string
  changedAt: Date | null
  expiresAt: Date
}

export const insertCardPage = async (db: Queryable, page: Omit<StoredCardPage, 'changedAt'>): Promise<void> => {
  await db`
    insert into embedded_card_pages (id, subscription_id, return_url, changed_url, expires_at)
    values (${page.id}, ${page.subscriptionId}, ${page.returnUrl}, ${page.changedUrl}, ${page.expiresAt})`
}

export const findCardPage = async (db: Queryable, id: string): Promise<StoredCardPage | null> => {
  const [row] = await db<StoredCardPage[]>`
    select id, subscription_id as "subscriptionId", return_url as "returnUrl", changed_url as "changedUrl",
      changed_at as "changedAt", expires_at as "expiresAt"
    from embedded_card_pages where id = ${id}`
  return row ?? null
}

export const markCardPageUsed = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx`update embedded_card_pages set changed_at = ${now} where id = ${id}`
}

export const deleteOldCardPages = async (db: Queryable, before: Date): Promise<void> => {
  await db`delete from embedded_card_pages where expires_at < ${before}`
}

/** False when a request with this key was done before. */
export const insertRequest = async (tx: Tx, idempotencyKey: string, now: Date): Promise<boolean> => {
  const rows = await tx`
    insert into embedded_requests (idempotency_key, made_at) values (${idempotencyKey}, ${now})
    on conflict do nothing returning idempotency_key`
  return rows.length > 0
}

export const deleteOldRequests = async (db: Queryable, before: Date): Promise<void> => {
  await db`delete from embedded_requests where made_at < ${before}`
}
