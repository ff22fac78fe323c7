import type { Queryable, Tx } from '../../database/connect.ts'

/** What a learner wants of a subscription: that it ends with its period, or that it goes on after all. */
export type Wish = 'cancel' | 'resume'

export type Change = { id: string; userId: string; subscriptionId: string; wish: Wish }

/** Keeps other wishes about this subscription waiting until the transaction ends. */
export const lockForChange = async (tx: Tx, subscriptionId: string): Promise<void> => {
  await tx`select 1 from subscriptions where id = ${subscriptionId} for update`
}

/** The same wish that was begun after `since` and has no answer yet. */
export const findOpenChange = async (
  tx: Tx,
  { subscriptionId, wish }: Omit<Change, 'id'>,
  since: Date,
): Promise<string | null> => {
  const [row] = await tx<{ id: string }[]>`
    select id from subscription_changes
    where subscription_id = ${subscriptionId} and wish = ${wish} and settled_at is null and created_at > ${since}`
  return row?.id ?? null
}

/** Settles whatever is open for the subscription, so that its key is never used again. */
export const settleChanges = async (db: Queryable, subscriptionId: string, now: Date): Promise<void> => {
  await db`
    update subscription_changes set settled_at = ${now}
    where subscription_id = ${subscriptionId} and settled_at is null`
}

export const insertChange = async (tx: Tx, { id, userId, subscriptionId, wish }: Change, now: Date): Promise<void> => {
  await tx`
    insert into subscription_changes (user_id, id, subscription_id, wish, created_at)
    values (${userId}, ${id}, ${subscriptionId}, ${wish}, ${now})`
}

export const settleChange = async (db: Queryable, { userId, id }: Change, now: Date): Promise<void> => {
  await db`update subscription_changes set settled_at = ${now} where user_id = ${userId} and id = ${id}`
}

/** For a subscription that no provider knows: our row is all there is of it. */
export const saveRenewal = async (db: Queryable, subscriptionId: string, wish: Wish): Promise<void> => {
  await db`
    update subscriptions set cancel_at_period_end = ${wish === 'cancel'}, revision = revision + 1
    where id = ${subscriptionId}`
}
