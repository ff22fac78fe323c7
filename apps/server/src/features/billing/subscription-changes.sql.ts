import type { Queryable, Tx } from '../../database/connect.ts'

export type Wish = 'cancel' | 'resume'

export type Change = { id: string; userId: string; subscriptionId: string; wish: Wish }

export async function lockForChange(tx: Tx, subscriptionId: string): Promise<void> {
  await tx`select 1 from subscriptions where id = ${subscriptionId} for update`
}

export async function findOpenChange(
  tx: Tx,
  { subscriptionId, wish }: Omit<Change, 'id'>,
  since: Date,
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from subscription_changes
    where subscription_id = ${subscriptionId} and wish = ${wish} and settled_at is null and created_at > ${since}`
  return row?.id ?? null
}

/** Whether the learner has chosen to renew it since a moment. */
export async function hasResumed(db: Queryable, subscriptionId: string, since: Date): Promise<boolean> {
  const rows = await db`
    select 1 from subscription_changes
    where subscription_id = ${subscriptionId} and wish = 'resume' and created_at > ${since} limit 1`
  return rows.length > 0
}

/** Their keys are never used again. */
export async function settleChanges(db: Queryable, subscriptionId: string, now: Date): Promise<void> {
  await db`
    update subscription_changes set settled_at = ${now}
    where subscription_id = ${subscriptionId} and settled_at is null`
}

export async function insertChange(tx: Tx, { id, userId, subscriptionId, wish }: Change, now: Date): Promise<void> {
  await tx`
    insert into subscription_changes (user_id, id, subscription_id, wish, created_at)
    values (${userId}, ${id}, ${subscriptionId}, ${wish}, ${now})`
}

type NewestChange = { id: string } & ({ wish: Wish; productId: null } | { wish: 'plan'; productId: string })

/** What was wished last of a subscription, without what the provider refused. */
export async function findNewestChange(
  db: Queryable,
  userId: string,
  subscriptionId: string,
): Promise<NewestChange | null> {
  const [row] = await db<NewestChange[]>`
    select id, wish, product_id as "productId" from subscription_changes
    where user_id = ${userId} and subscription_id = ${subscriptionId} and outcome is distinct from 'refused'
    order by number desc limit 1`
  return row ?? null
}

export async function settleChange(db: Queryable, { userId, id }: Change, now: Date): Promise<void> {
  await db`update subscription_changes set settled_at = ${now} where user_id = ${userId} and id = ${id}`
}

type PlanChangeOutcome = 'done' | 'refused'

export type PlanChange = {
  id: string
  userId: string
  subscriptionId: string
  productId: string
  /** Null for the learner's own. */
  staffId: string | null
}

export async function insertPlanChange(tx: Tx, change: PlanChange, now: Date): Promise<void> {
  const { userId, id, subscriptionId, productId, staffId } = change
  await tx`
    insert into subscription_changes (user_id, id, subscription_id, wish, product_id, staff_id, created_at)
    values (${userId}, ${id}, ${subscriptionId}, 'plan', ${productId}, ${staffId}, ${now})`
}

/** `outcome`: null while it waits, and for one that another change replaced. */
export async function findPlanChange(
  db: Queryable,
  id: string,
): Promise<(PlanChange & { isSettled: boolean; outcome: PlanChangeOutcome | null }) | null> {
  const [row] = await db<(PlanChange & { isSettled: boolean; outcome: PlanChangeOutcome | null })[]>`
    select id, user_id as "userId", subscription_id as "subscriptionId", product_id as "productId",
      staff_id as "staffId", settled_at is not null as "isSettled", outcome
    from subscription_changes where id = ${id} and wish = 'plan'`
  return row ?? null
}

/** False if it was settled before. */
export async function settlePlanChange(tx: Tx, id: string, outcome: PlanChangeOutcome, now: Date): Promise<boolean> {
  const { count } = await tx`
    update subscription_changes set settled_at = ${now}, outcome = ${outcome}
    where id = ${id} and settled_at is null`
  return count === 1
}

/** For a subscription without a provider, which only exists in our database. */
export async function saveRenewal(db: Queryable, subscriptionId: string, wish: Wish): Promise<void> {
  await db`
    update subscriptions set cancel_at_period_end = ${wish === 'cancel'}, revision = revision + 1
    where id = ${subscriptionId}`
}
