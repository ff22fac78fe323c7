import type { Discount } from '@kitewise/rules/reduced-price'
import type { NextPlan, PaymentMethod } from '../../adapters/payments/port.ts'
import type { Queryable, Tx } from '../../database/connect.ts'

/** Times are Unix seconds. */
export type StoredSubscription = {
  id: string
  status: string
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: number
  pastDueSince: number | null
  priceCents: number
  /** ISO 4217 in lower case, as providers write it. */
  currency: string
  intervalUnit: 'day' | 'week' | 'month' | 'year'
  intervalCount: number
}

export type ShownSubscription = StoredSubscription & {
  /** Null for rows without a provider, such as those of demo accounts. */
  provider: string | null
  providerCustomerId: string | null
  productId: string | null
  nextPlan: NextPlan | null
  /** Of coming payments. */
  discounts: Discount[]
  paymentMethod: PaymentMethod | null
  /** Who pays for it with a seat; null for the learner's own. */
  organization: { id: string; name: string } | null
}

export function hasEnded({ status }: { status: string }): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Whether nothing of it is left: it has ended, or was to end with a period that is over. */
export function hasRunOut(
  {
    status,
    cancelAtPeriodEnd,
    currentPeriodEnd,
  }: Pick<StoredSubscription, 'status' | 'cancelAtPeriodEnd' | 'currentPeriodEnd'>,
  now: Date,
): boolean {
  return hasEnded({ status }) || (cancelAtPeriodEnd && currentPeriodEnd * 1000 <= now.getTime())
}

/** @param id a subscription or a customer of the payment provider */
export async function findUserByProviderId(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db<{ userId: string }[]>`
    select user_id as "userId" from subscriptions where id = ${id}
    union all select user_id from subscriptions where provider_customer_id = ${id} limit 1`
  return row?.userId ?? null
}

/** Newest first; with an id, only that one. */
export function findSubscriptions(
  db: Queryable,
  userId: string,
  id: string | null = null,
): Promise<ShownSubscription[]> {
  return db<ShownSubscription[]>`
    select id, status, cancel_at_period_end as "cancelAtPeriodEnd",
      floor(extract(epoch from current_period_end))::float8 as "currentPeriodEnd",
      floor(extract(epoch from past_due_since))::float8 as "pastDueSince",
      price_cents as "priceCents", currency, interval_unit as "intervalUnit", interval_count as "intervalCount",
      provider, provider_customer_id as "providerCustomerId", product_id as "productId", discounts,
      case when next_price_cents is not null then jsonb_build_object('productId', next_product_id,
        'amount', next_price_cents, 'interval', next_interval_unit, 'intervalCount', next_interval_count) end as "nextPlan",
      case when payment_method_type is not null then jsonb_build_object('type', payment_method_type, 'card',
        case when card_last4 is not null then jsonb_build_object('brand', card_brand, 'last4', card_last4,
          'expMonth', card_exp_month, 'expYear', card_exp_year) end) end as "paymentMethod",
      (select json_build_object('id', o.id, 'name', o.name) from organizations o
        where o.id = subscriptions.organization_id) as organization
    from subscriptions where user_id = ${userId} and (${id}::text is null or id = ${id})
    order by created_at desc, id`
}

/** Ignores case. */
export async function addressIsOf(db: Queryable, userId: string, email: string): Promise<boolean> {
  const rows = await db`select 1 from users where id = ${userId} and email = lower(${email})`
  return rows.length > 0
}

/**
 * Idempotent. Two statements, because `on conflict … do update` covers only one unique index and the table has two.
 * @throws when the id belongs to another learner
 */
export async function saveSubscription(db: Queryable, userId: string, subscription: StoredSubscription): Promise<void> {
  const { id, status, cancelAtPeriodEnd, currentPeriodEnd, pastDueSince } = subscription
  const { priceCents, currency, intervalUnit, intervalCount } = subscription
  const inserted = await db`
    insert into subscriptions (user_id, id, status, cancel_at_period_end, current_period_end, past_due_since,
      price_cents, currency, interval_unit, interval_count)
    values (${userId}, ${id}, ${status}, ${cancelAtPeriodEnd}, to_timestamp(${currentPeriodEnd}),
      to_timestamp(${pastDueSince}), ${priceCents}, ${currency}, ${intervalUnit}, ${intervalCount})
    on conflict do nothing`
  if (inserted.count > 0) return
  const updated = await db`
    update subscriptions set status = ${status}, cancel_at_period_end = ${cancelAtPeriodEnd},
      current_period_end = to_timestamp(${currentPeriodEnd}), past_due_since = to_timestamp(${pastDueSince}),
      price_cents = ${priceCents}, currency = ${currency}, interval_unit = ${intervalUnit},
      interval_count = ${intervalCount}
    where user_id = ${userId} and id = ${id}`
  if (updated.count === 0) throw new Error(`subscription ${id} belongs to another learner`)
}

/** Facts that don't decide access. */
type ProviderFacts = {
  provider: string
  providerCustomerId: string
  productId: string | null
  /** Unix seconds. */
  trialEnd: number | null
  nextPlan: NextPlan | null
  paymentMethod: PaymentMethod | null
  /** The first value is kept. */
  firstSeenAt: Date
  isLive: boolean
  discounts: Discount[]
  /** Of them, what has no end, in minor units per period. */
  lastingDiscount: number
  /** Null while it runs. The first value is kept. */
  endedAt: Date | null
}

export type Known = {
  userId: string
  revision: number
  status: string
  pastDueSince: number | null
  /** Judged, and may run. */
  isAccepted: boolean
  refusedAs: RefusalReason | null
  /** Refused, refunded as far as the provider would, and ended. */
  isSettled: boolean
}

/**
 * Why a subscription is canceled and refunded as soon as it is paid. `second`: the account already has a plan. `address_reserved`: no
 * account may begin at the address, because its former owner may still take it back. `trial_again`: the person or the card has used
 * the free trial.
 */
export type RefusalReason = 'second' | 'account_deleted' | 'account_blocked' | 'address_reserved' | 'trial_again'

/** Null if it was never stored. */
export async function findRevision(db: Queryable, subscriptionId: string): Promise<number | null> {
  const [row] = await db<{ revision: number }[]>`select revision from subscriptions where id = ${subscriptionId}`
  return row?.revision ?? null
}

export async function lockSubscription(tx: Tx, subscriptionId: string): Promise<Known | null> {
  const [row] = await tx<Known[]>`
    select user_id as "userId", revision, status, floor(extract(epoch from past_due_since))::float8 as "pastDueSince",
      accepted_at is not null as "isAccepted", refused_as as "refusedAs", refusal_settled_at is not null as "isSettled"
    from subscriptions where id = ${subscriptionId} for update`
  return row ?? null
}

export async function saveProviderFacts(tx: Tx, subscriptionId: string, facts: ProviderFacts): Promise<void> {
  const { paymentMethod } = facts
  const card = paymentMethod?.card ?? null
  await tx`
    update subscriptions set provider = ${facts.provider}, provider_customer_id = ${facts.providerCustomerId},
      product_id = ${facts.productId}, trial_end = to_timestamp(${facts.trialEnd}),
      payment_method_type = ${paymentMethod?.type ?? null}, card_brand = ${card?.brand ?? null},
      card_last4 = ${card?.last4 ?? null}, card_exp_month = ${card?.expMonth ?? null},
      card_exp_year = ${card?.expYear ?? null}, contract_at = coalesce(contract_at, ${facts.firstSeenAt}),
      is_live = ${facts.isLive}, lasting_discount_cents = ${facts.lastingDiscount},
      discounts = ${tx.json(facts.discounts)},
      ended_at = case when ${facts.endedAt}::timestamptz is not null then coalesce(ended_at, ${facts.endedAt}) end,
      revision = revision + 1
    where id = ${subscriptionId}`
  await saveNextPlan(tx, subscriptionId, facts.nextPlan)
}

const saveNextPlan = async (tx: Tx, subscriptionId: string, nextPlan: NextPlan | null): Promise<void> => {
  const { productId, amount, interval, intervalCount } = nextPlan ?? nothing
  await tx`
    update subscriptions set next_product_id = ${productId}, next_price_cents = ${amount},
      next_interval_unit = ${interval}, next_interval_count = ${intervalCount}
    where id = ${subscriptionId} and (next_price_cents is not null or ${amount}::integer is not null)`
}

const nothing = { productId: null, amount: null, interval: null, intervalCount: null }

/** Times are Unix seconds. */
type Other = {
  id: string
  provider: string | null
  status: string
  currentPeriodEnd: number
  pastDueSince: number | null
  wasTrial: boolean
}

/** The account's other subscriptions that may run: accepted ones, and those without a provider. Oldest first. */
export function listOthers(db: Queryable, subscriptionId: string): Promise<Other[]> {
  return db<Other[]>`
    select other.id, other.provider, other.status, other.trial_end is not null as "wasTrial",
      floor(extract(epoch from other.current_period_end))::float8 as "currentPeriodEnd",
      floor(extract(epoch from other.past_due_since))::float8 as "pastDueSince"
    from subscriptions other join subscriptions this on this.user_id = other.user_id and this.id = ${subscriptionId}
    where other.id <> this.id and (other.accepted_at is not null or other.provider is null)
    order by other.created_at, other.id`
}

/** Whether the account was deleted or blocked before the subscription was bought. Locks the owner. */
export async function lockOwner(
  tx: Tx,
  userId: string,
  subscriptionId: string,
): Promise<{ wasDeleted: boolean; wasBlocked: boolean }> {
  await tx`select 1 from users where id = ${userId} for no key update`
  const [row] = await tx<{ wasDeleted: boolean; wasBlocked: boolean }[]>`
    select coalesce(u.deactivated_at < s.created_at, false) as "wasDeleted",
      coalesce(u.blocked_at < s.created_at, false) as "wasBlocked"
    from users u join subscriptions s on s.user_id = u.id and s.id = ${subscriptionId}
    where u.id = ${userId}`
  return row ?? { wasDeleted: false, wasBlocked: false }
}

export async function markAccepted(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx`update subscriptions set accepted_at = ${now} where id = ${subscriptionId} and accepted_at is null`
}

/** Everything that a refusal asks for is done. */
export async function settleRefusal(db: Queryable, subscriptionId: string, now: Date): Promise<void> {
  await db`update subscriptions set refusal_settled_at = ${now} where id = ${subscriptionId}`
}

export async function markRefused(
  tx: Tx,
  subscriptionId: string,
  reason: RefusalReason,
): Promise<{ userId: string; productId: string | null }> {
  const [row] = await tx<{ userId: string; productId: string | null }[]>`
    update subscriptions set refused_as = coalesce(refused_as, ${reason}) where id = ${subscriptionId}
    returning user_id as "userId", product_id as "productId"`
  if (!row) throw new Error('cannot refuse a subscription that is not stored')
  return row
}

/** Subscriptions that may still change at the provider. */
export async function listRunningSubscriptions(db: Queryable, provider: string, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where provider = ${provider} and status not in ('canceled', 'incomplete_expired') and user_id = ${userId}
    order by created_at, id`
  return rows.map(({ id }) => id)
}

/** The same of all users, page by page: the next IDs. */
export async function listRunningAfter(
  db: Queryable,
  provider: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where provider = ${provider} and status not in ('canceled', 'incomplete_expired') and id > ${after}
    order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Subscriptions that may still change at the provider. */
export async function listSubscriptionsOfCustomer(
  db: Queryable,
  provider: string,
  providerCustomerId: string,
): Promise<string[]> {
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
  discounts: Discount[]
  currency: string
  /** Unix seconds. */
  trialEnd: number
}

/** Trials that end after `now` and by `until`, will be charged, and have had no reminder yet. */
export async function listEndingTrials(db: Queryable, provider: string, now: Date, until: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where provider = ${provider} and status = 'trialing' and not cancel_at_period_end
      and trial_end > ${now} and trial_end <= ${until}
      and trial_reminded_at is null
    order by trial_end, id`
  return rows.map(({ id }) => id)
}

/** Null if it won't be charged or was reminded before. */
export async function markTrialReminded(tx: Tx, subscriptionId: string, now: Date): Promise<EndingTrial | null> {
  const [row] = await tx<EndingTrial[]>`
    update subscriptions set trial_reminded_at = ${now}
    where id = ${subscriptionId} and status = 'trialing' and not cancel_at_period_end and trial_end > ${now}
      and trial_reminded_at is null
    returning id, user_id as "userId", coalesce(next_product_id, product_id) as "productId",
      coalesce(next_price_cents, price_cents) as "priceCents", discounts, currency, floor(extract(epoch from trial_end))::float8 as "trialEnd"`
  return row ?? null
}

type ContractRow = {
  subscriptionId: string
  productId: string | null
  status: string
  priceCents: number
  discounts: Discount[]
  /** Null without a payment. */
  firstPaymentCents: number | null
  currency: string
  interval: 'day' | 'week' | 'month' | 'year'
  intervalCount: number
  contractAt: number
  trialEnd: number | null
  currentPeriodEnd: number
}

/** Of the learner's own, newest first. */
export function listContractRows(db: Queryable, userId: string): Promise<ContractRow[]> {
  return db<ContractRow[]>`
    select id as "subscriptionId", product_id as "productId", status, price_cents as "priceCents", discounts, currency,
      (select p.amount_cents::integer from payments p
        where p.user_id = subscriptions.user_id and p.subscription_id = subscriptions.id
        order by p.created_at limit 1) as "firstPaymentCents",
      interval_unit as interval, interval_count as "intervalCount",
      floor(extract(epoch from coalesce(contract_at, created_at)))::float8 as "contractAt",
      floor(extract(epoch from trial_end))::float8 as "trialEnd",
      floor(extract(epoch from current_period_end))::float8 as "currentPeriodEnd"
    from subscriptions where user_id = ${userId} and organization_id is null
    order by created_at desc, id`
}

/** For a subscription without a provider, which only exists in our database. */
export async function saveEnd(db: Queryable, subscriptionId: string, now: Date): Promise<void> {
  await db`
    update subscriptions set status = 'canceled', current_period_end = least(current_period_end, ${now}),
      ended_at = coalesce(ended_at, ${now}), revision = revision + 1
    where id = ${subscriptionId}`
}
