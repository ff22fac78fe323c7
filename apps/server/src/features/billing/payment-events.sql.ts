import type { PaymentEvent } from '../../adapters/payments/port.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

export async function isEventKnown(db: Queryable, eventId: string): Promise<boolean> {
  const rows = await db`select 1 from payment_events where id = ${eventId}`
  return rows.length > 0
}

export async function findEvent(
  db: Queryable,
  eventId: string,
): Promise<{ subscriptionId: string | null; sessionId: string | null } | null> {
  const [row] = await db<{ subscriptionId: string | null; sessionId: string | null }[]>`
    select subscription_id as "subscriptionId", session_id as "sessionId" from payment_events where id = ${eventId}`
  return row ?? null
}

export async function insertEvent(db: Queryable, event: PaymentEvent): Promise<boolean> {
  const rows = await db`
    insert into payment_events (id, type, subscription_id, session_id)
    values (${event.id}, ${event.type}, ${event.subscriptionId}, ${event.sessionId})
    on conflict (id) do nothing returning id`
  return rows.length > 0
}

export async function deleteOldEvents(db: Queryable, before: Date): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from payment_events where ctid = any(array(
        select ctid from payment_events where received_at < ${before}
        order by received_at limit ${limit} for update skip locked))`,
  )
}

/** One of two concurrent claims wins. Returns whether the subscription holds a trial card now. */
export async function claimTrialCard(
  tx: Tx,
  { cardHash, subscriptionHash, now }: { cardHash: Buffer; subscriptionHash: Buffer; now: Date },
): Promise<boolean> {
  await tx`
    insert into trial_cards (card_hash, subscription_hash, used_at) values (${cardHash}, ${subscriptionHash}, ${now})
    on conflict do nothing`
  const rows = await tx`select 1 from trial_cards where subscription_hash = ${subscriptionHash}`
  return rows.length > 0
}

export async function deleteOldTrialCards(db: Queryable, before: Date): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from trial_cards where ctid = any(array(
        select ctid from trial_cards where used_at < ${before}
        order by used_at limit ${limit} for update skip locked))`,
  )
}
