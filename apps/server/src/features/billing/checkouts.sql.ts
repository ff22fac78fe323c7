import type { Queryable, Tx } from '../../database/connect.ts'
import type { NewLearner } from '../accounts/users.sql.ts'

export type StoredCheckout = {
  /** Our reference at the provider, and the idempotency key of the call. */
  id: string
  customerId: string
  /** Null for a signed-in learner. */
  registrationId: string | null
  productId: string
  trialDays: number
  couponId: string | null
  providerCustomerId: string | null
  /** The provider's id; null until it has answered. */
  sessionId: string | null
  url: string | null
  /** `replaced`: another plan was chosen, but the provider hasn't confirmed yet that this one can't be paid. */
  status: 'open' | 'replaced' | 'paid' | 'failed'
  createdAt: Date
}

type Provider = 'embedded' | 'stripe'

const read = (db: Queryable, where: string, values: (string | Buffer)[]): Promise<StoredCheckout[]> =>
  // Columns and conditions are constants of this file; values are bound parameters.
  db.unsafe(
    `select id, customer_id as "customerId", registration_id as "registrationId", product_id as "productId", trial_days as "trialDays",
       coupon_id as "couponId", provider_customer_id as "providerCustomerId", session_id as "sessionId", url, status, created_at as "createdAt"
     from checkouts ${where}`,
    values,
  ) as unknown as Promise<StoredCheckout[]>

export async function insertCheckout(
  tx: Tx,
  provider: Provider,
  checkout: Omit<StoredCheckout, 'sessionId' | 'url' | 'status'>,
): Promise<void> {
  await tx`
    insert into checkouts (id, customer_id, registration_id, provider, product_id, trial_days, coupon_id, provider_customer_id, status,
      created_at)
    values (${checkout.id}, ${checkout.customerId}, ${checkout.registrationId}, ${provider}, ${checkout.productId},
      ${checkout.trialDays}, ${checkout.couponId}, ${checkout.providerCustomerId}, 'open', ${checkout.createdAt})`
}

export function listUnfinishedOf(db: Queryable, customerId: string, provider: Provider): Promise<StoredCheckout[]> {
  return read(db, `where customer_id = $1 and provider = $2 and status in ('open', 'replaced') order by created_at`, [
    customerId,
    provider,
  ])
}

export function listUnfinishedOfRegistration(
  db: Queryable,
  registrationId: string,
  provider: Provider,
): Promise<StoredCheckout[]> {
  return read(
    db,
    `where registration_id = $1 and provider = $2 and status in ('open', 'replaced') order by created_at`,
    [registrationId, provider],
  )
}

/** Other purchases of its address don't count. */
export async function hasPaidForTrial(db: Queryable, registrationId: string): Promise<boolean> {
  const rows = await db`
    select 1 from checkouts
    where registration_id = ${registrationId} and status = 'paid' and trial_days > 0 limit 1`
  return rows.length > 0
}

type PaidCheckout = { checkoutId: string; sessionId: string; subscriptionId: string; userId: string }

export async function findPaidOf(db: Queryable, registrationId: string): Promise<PaidCheckout | null> {
  const [row] = await db<PaidCheckout[]>`
    select c.id as "checkoutId", c.session_id as "sessionId", s.id as "subscriptionId", s.user_id as "userId"
    from checkouts c join subscriptions s on s.id = c.subscription_id
    where c.registration_id = ${registrationId} and c.status = 'paid' and c.session_id is not null
    order by c.created_at desc limit 1`
  return row ?? null
}

/** Page by page: the next IDs of checkouts that the provider knows. */
export async function listUnfinishedAfter(
  db: Queryable,
  provider: Provider,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from checkouts
    where provider = ${provider} and status in ('open', 'replaced') and session_id is not null
      and id > coalesce(nullif(${after}, ''), '00000000-0000-0000-0000-000000000000')::uuid
    order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Null when it has been finished meanwhile. */
export async function findUnfinished(db: Queryable, id: string): Promise<StoredCheckout | null> {
  const [row] = await read(db, `where id = $1 and status in ('open', 'replaced')`, [id])
  return row ?? null
}

/** Returns the current status: the checkout may have been replaced meanwhile. */
export async function saveSession(
  db: Queryable,
  id: string,
  session: { sessionId: string; url: string },
): Promise<StoredCheckout['status'] | null> {
  const [row] = await db<{ status: StoredCheckout['status'] }[]>`
    update checkouts set session_id = ${session.sessionId}, url = ${session.url} where id = ${id} returning status`
  return row?.status ?? null
}

/**
 * `replaced` when the provider knows it and has to close it. Decides by the current row, since a concurrent call may just have
 * stored the session and returned its URL.
 */
export async function giveUpCheckout(db: Queryable, id: string): Promise<void> {
  await db`
    update checkouts set status = case when session_id is null then 'failed' else 'replaced' end
    where id = ${id} and status in ('open', 'replaced')`
}

export async function closeSession(db: Queryable, sessionId: string): Promise<void> {
  await db`
    update checkouts set status = 'failed' where session_id = ${sessionId} and status in ('open', 'replaced')`
}

/** Also marks an abandoned checkout that was paid after all. */
export async function markCheckoutPaid(tx: Tx, reference: string, subscriptionId: string): Promise<void> {
  await tx`
    update checkouts set status = 'paid', subscription_id = ${subscriptionId}
    where id::text = ${reference} and status <> 'paid'`
}

export async function markAccountCreated(tx: Tx, reference: string): Promise<void> {
  await tx`update checkouts set created_account = true where id::text = ${reference}`
}

export async function insertNonce(tx: Tx, checkoutId: string, hash: Buffer): Promise<void> {
  await tx`insert into checkout_nonces (checkout_id, nonce_hash) values (${checkoutId}, ${hash})`
}

export async function findCheckoutByNonce(
  db: Queryable,
  sessionId: string,
  hash: Buffer,
): Promise<StoredCheckout | null> {
  const where = `where session_id = $1
    and exists (select 1 from checkout_nonces where checkout_id = checkouts.id and nonce_hash = $2)`
  const [row] = await read(db, where, [sessionId, hash])
  return row ?? null
}

export type Registrant = NewLearner & { createdAccount: boolean }

/** Null for the checkout of a signed-in learner. */
export async function findRegistrant(tx: Tx, reference: string | null): Promise<Registrant | null> {
  const [row] = await tx<Registrant[]>`
    select r.email, r.language, r.marketing_consent as "marketingConsent", c.created_account as "createdAccount",
      r.first_name as "firstName", r.daily_goal_minutes as "dailyGoalMinutes"
    from checkouts c join registrations r on r.id = c.registration_id
    where c.id::text = ${reference}`
  return row ?? null
}

/** The account that paid for it through the quiz. */
export async function findRegistrantOfSubscription(
  db: Queryable,
  subscriptionId: string,
): Promise<{ email: string; language: string } | null> {
  const [row] = await db<{ email: string; language: string }[]>`
    select r.email, r.language from checkouts c join registrations r on r.id = c.registration_id
    where c.subscription_id = ${subscriptionId} limit 1`
  return row ?? null
}

/** Locks address and PIN of the account, and returns the address that was typed. Null while the checkout is unpaid. */
export async function holdPayerOfCheckout(
  db: Tx,
  checkoutId: string,
): Promise<{ userId: string; email: string; needsPin: boolean } | null> {
  const [row] = await db<{ userId: string; email: string; needsPin: boolean }[]>`
    select s.user_id as "userId", coalesce(r.email, u.email) as email,
      u.pin_hash is null and u.deactivated_at is null as "needsPin"
    from checkouts c join subscriptions s on s.id = c.subscription_id join users u on u.id = s.user_id
      left join registrations r on r.id = c.registration_id
    where c.id = ${checkoutId} and c.status = 'paid' for share of u`
  return row ?? null
}

/**
 * True once per checkout, and only if paying created the account: an existing one belongs to the owner of the mailbox, not to
 * the person who pays for the address.
 */
export async function takePinToken(tx: Tx, checkoutId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update checkouts set pin_token_issued_at = ${now}
    where id = ${checkoutId} and status = 'paid' and created_account and pin_token_issued_at is null returning id`
  return rows.length > 0
}

export async function findCheckoutBySession(db: Queryable, sessionId: string): Promise<StoredCheckout | null> {
  const [row] = await read(db, 'where session_id = $1', [sessionId])
  return row ?? null
}

/** Includes those of its address before the account existed. Paid ones first, then newest first. */
export function listCheckoutsOf(db: Queryable, userId: string): Promise<StoredCheckout[]> {
  const where = `where session_id is not null and customer_id in (
      select c.id from customers c join users u on u.id = $1
      where c.user_id = u.id or (c.user_id is null and c.email = u.email))
    order by (status = 'paid') desc, created_at desc`
  return read(db, where, [userId])
}

/** Null while it is unpaid, or the account is deleted. */
export async function findPayerOfSession(
  db: Queryable,
  sessionId: string,
): Promise<{ userId: string; email: string; language: string; hasPin: boolean } | null> {
  const [row] = await db<{ userId: string; email: string; language: string; hasPin: boolean }[]>`
    select u.id as "userId", u.email, u.lang as language, u.pin_hash is not null as "hasPin"
    from checkouts c join subscriptions s on s.id = c.subscription_id join users u on u.id = s.user_id
    where c.session_id = ${sessionId} and c.status = 'paid' and s.refused_as is null and u.deactivated_at is null`
  return row ?? null
}
