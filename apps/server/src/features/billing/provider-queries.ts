import type { PaymentMethod } from '../../adapters/payments/port.ts'
import type { Queryable, Tx } from '../../database/connect.ts'

/** What a payment provider's subscription has beside what access is decided by. */
export type ProviderFacts = {
  provider: string
  providerCustomerId: string
  productId: string | null
  /** Unix seconds. */
  trialEnd: number | null
  paymentMethod: PaymentMethod | null
  /** When we first heard of it; kept from then on. */
  firstSeenAt: Date
}

/** A subscription as it is stored. */
export type Known = {
  userId: string
  revision: number
  status: string
  pastDueSince: number | null
  refusedAs: RefusalReason | null
}

/**
 * Why a subscription is ended as soon as it is paid. second: the account has a plan; account_deleted: it waits for its erasure;
 * trial_again: the person or the card has had the free trial.
 */
export type RefusalReason = 'second' | 'account_deleted' | 'trial_again'

/** How often the subscription has been stored; null when it never was. */
export const findRevision = async (db: Queryable, subscriptionId: string): Promise<number | null> => {
  const [row] = await db<{ revision: number }[]>`select revision from subscriptions where id = ${subscriptionId}`
  return row?.revision ?? null
}

export const lockSubscription = async (tx: Tx, subscriptionId: string): Promise<Known | null> => {
  const [row] = await tx<Known[]>`
    select user_id as "userId", revision, status, floor(extract(epoch from past_due_since))::float8 as "pastDueSince",
      refused_as as "refusedAs"
    from subscriptions where id = ${subscriptionId} for update`
  return row ?? null
}

/** Adds the provider's facts to a stored subscription, and raises its revision. */
export const saveProviderFacts = async (tx: Tx, subscriptionId: string, facts: ProviderFacts): Promise<void> => {
  const { paymentMethod } = facts
  const card = paymentMethod?.card ?? null
  await tx`
    update subscriptions set provider = ${facts.provider}, provider_customer_id = ${facts.providerCustomerId},
      product_id = ${facts.productId}, trial_end = to_timestamp(${facts.trialEnd}),
      payment_method_type = ${paymentMethod?.type ?? null}, card_brand = ${card?.brand ?? null},
      card_last4 = ${card?.last4 ?? null}, card_exp_month = ${card?.expMonth ?? null},
      card_exp_year = ${card?.expYear ?? null}, contract_at = coalesce(contract_at, ${facts.firstSeenAt}),
      revision = revision + 1
    where id = ${subscriptionId}`
}

/** What a user had before a subscription. Times are Unix seconds. */
export type Earlier = {
  id: string
  provider: string | null
  status: string
  currentPeriodEnd: number
  pastDueSince: number | null
  wasTrial: boolean
}

/** The user's subscriptions from before this one that were not refused, oldest first. */
export const listEarlier = (db: Queryable, subscriptionId: string): Promise<Earlier[]> =>
  db<Earlier[]>`
    select other.id, other.provider, other.status, other.trial_end is not null as "wasTrial",
      floor(extract(epoch from other.current_period_end))::float8 as "currentPeriodEnd",
      floor(extract(epoch from other.past_due_since))::float8 as "pastDueSince"
    from subscriptions other join subscriptions this on this.user_id = other.user_id and this.id = ${subscriptionId}
    where other.refused_as is null and (other.created_at, other.id) < (this.created_at, this.id)
    order by other.created_at, other.id`

/** Locks the owner of a subscription until the transaction ends. Gives whether the account was deleted before it was bought. */
export const lockOwner = async (tx: Tx, userId: string, subscriptionId: string): Promise<{ wasDeleted: boolean }> => {
  await tx`select 1 from users where id = ${userId} for no key update`
  const [row] = await tx<{ wasDeleted: boolean }[]>`
    select coalesce(u.deactivated_at < s.created_at, false) as "wasDeleted"
    from users u join subscriptions s on s.user_id = u.id and s.id = ${subscriptionId}
    where u.id = ${userId}`
  return { wasDeleted: row?.wasDeleted ?? false }
}

export const markRefused = async (
  tx: Tx,
  subscriptionId: string,
  reason: RefusalReason,
): Promise<{ userId: string; productId: string | null }> => {
  const [row] = await tx<{ userId: string; productId: string | null }[]>`
    update subscriptions set refused_as = coalesce(refused_as, ${reason}) where id = ${subscriptionId}
    returning user_id as "userId", product_id as "productId"`
  if (!row) throw new Error('a subscription was refused that is not stored')
  return row
}

/** Ids of the subscriptions that may still change at the provider; of one user, or of all. */
export const listRunningSubscriptions = async (
  db: Queryable,
  provider: string,
  userId: string | null,
): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where provider = ${provider} and status not in ('canceled', 'incomplete_expired')
      and (${userId}::uuid is null or user_id = ${userId}::uuid)
    order by created_at, id`
  return rows.map(({ id }) => id)
}

/** Ids of the subscriptions of a provider's customer that may still change there. */
export const listSubscriptionsOfCustomer = async (
  db: Queryable,
  provider: string,
  providerCustomerId: string,
): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where provider = ${provider} and provider_customer_id = ${providerCustomerId}
      and status not in ('canceled', 'incomplete_expired')
    order by created_at, id`
  return rows.map(({ id }) => id)
}

export type EndingTrial = {
  id: string
  userId: string
  productId: string | null
  priceCents: number
  currency: string
  /** Unix seconds. */
  trialEnd: number
}

/** Ids of trials that end after `now` and not later than `until`, then cost money, and were not reminded of. */
export const listEndingTrials = async (db: Queryable, provider: string, now: Date, until: Date): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where provider = ${provider} and status = 'trialing' and not cancel_at_period_end
      and trial_end > ${now} and trial_end <= ${until}
      and trial_reminded_at is null
    order by trial_end, id`
  return rows.map(({ id }) => id)
}

/** Marks a trial that still ends in a payment as reminded of; null when it does not, or was before. */
export const markTrialReminded = async (tx: Tx, subscriptionId: string, now: Date): Promise<EndingTrial | null> => {
  const [row] = await tx<EndingTrial[]>`
    update subscriptions set trial_reminded_at = ${now}
    where id = ${subscriptionId} and status = 'trialing' and not cancel_at_period_end and trial_end > ${now}
      and trial_reminded_at is null
    returning id, user_id as "userId", product_id as "productId", price_cents as "priceCents", currency,
      floor(extract(epoch from trial_end))::float8 as "trialEnd"`
  return row ?? null
}
