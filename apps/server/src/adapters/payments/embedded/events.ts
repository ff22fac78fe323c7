import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../../../database/connect.ts'
import { parseEvent, type PaymentEvent } from '../port.ts'
import { insertEvent } from './books.sql.ts'

const eventShape = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  type: z.string(),
  sessionId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  // Missing in events recorded before it existed.
  customerId: z.string().nullable().default(null),
  chargeId: z.string().nullable().default(null),
  concernsPayment: z.boolean().default(true),
  isRefundReturned: z.boolean().default(false),
})

/** Delivered after the commit of its cause. */
export async function recordEvent(
  db: Queryable,
  type: string,
  about: { sessionId?: string; subscriptionId?: string; chargeId?: string },
): Promise<void> {
  const event: PaymentEvent = {
    id: newId('evt'),
    type,
    sessionId: about.sessionId ?? null,
    subscriptionId: about.subscriptionId ?? null,
    customerId: null,
    chargeId: about.chargeId ?? null,
    concernsPayment: about.subscriptionId !== undefined,
    // Its refunds always arrive.
    isRefundReturned: false,
  }
  await insertEvent(db, event.id, JSON.stringify(event))
}

export function readEvent(rawBytes: Buffer): PaymentEvent | null {
  return parseEvent(eventShape, rawBytes)
}

const windowSeconds = 300

const hmac = (secret: string, timestamp: string, rawBytes: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(rawBytes).digest()

/** Signs an event in Stripe's format: `t=<Unix seconds>,v1=<hex>`. */
export function signEvent(secret: string, rawBytes: Buffer, now: Date): string {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return `t=${timestamp},v1=${hmac(secret, timestamp, rawBytes).toString('hex')}`
}

/** Whether the bytes were signed with the secret within the last 300 seconds. */
export function isSignedEvent(secret: string, rawBytes: Buffer, signature: string, now: Date): boolean {
  const [, timestamp, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (timestamp === undefined || given === undefined) return false
  const isRight = timingSafeEqual(hmac(secret, timestamp, rawBytes), Buffer.from(given, 'hex'))
  return isRight && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= windowSeconds
}

/** An id like a payment provider's: a short prefix and 128 random bits. */
export function newId(prefix: 'cs' | 'sub' | 'cus' | 'evt' | 'bps' | 'promo' | 'in' | 'dp'): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`
}
