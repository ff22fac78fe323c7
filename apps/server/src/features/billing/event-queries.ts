import type { Queryable } from '../../database/connect.ts'
import type { PaymentEvent } from '../../adapters/payments/port.ts'

export const isEventKnown = async (db: Queryable, eventId: string): Promise<boolean> => {
  const rows = await db`select 1 from payment_events where id = ${eventId}`
  return rows.length > 0
}

/** False when the event has had its effect already. */
export const insertEvent = async (db: Queryable, event: PaymentEvent): Promise<boolean> => {
  const rows = await db`
    insert into payment_events (id, type, subscription_id, session_id)
    values (${event.id}, ${event.type}, ${event.subscriptionId}, ${event.sessionId})
    on conflict (id) do nothing returning id`
  return rows.length > 0
}

export const deleteOldEvents = async (db: Queryable, before: Date): Promise<void> => {
  await db`delete from payment_events where received_at < ${before}`
}
