import { z } from 'zod'
import type { Queryable } from '../../../database/connect.ts'
import { parseEvent } from '../parse-event.ts'
import type { PaymentEvent } from '../port.ts'
import { newId } from './new-id.ts'
import { insertEvent } from './queries.ts'

const eventShape = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  type: z.string(),
  sessionId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  // Absent in events that were recorded before it existed.
  customerId: z.string().nullable().default(null),
})

/** Puts an event into the books in the same transaction as what it tells of; it is delivered afterwards. */
export const recordEvent = async (
  db: Queryable,
  type: string,
  about: { sessionId?: string; subscriptionId?: string },
): Promise<void> => {
  const event: PaymentEvent = {
    id: newId('evt'),
    type,
    sessionId: about.sessionId ?? null,
    subscriptionId: about.subscriptionId ?? null,
    customerId: null,
  }
  await insertEvent(db, event.id, JSON.stringify(event))
}

/** Reads an event whose signature is right; null for bytes that are no event. */
export const readEvent = (rawBytes: Buffer): PaymentEvent | null => parseEvent(eventShape, rawBytes)
