import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { CheckoutRequest, ProviderCheckout } from '../port.ts'
import { newId } from './new-id.ts'
import { closeCheckout, findCheckout, findCheckoutByKey, insertCheckout } from './queries.ts'
import { recordEvent } from './record-event.ts'

const openForMs = 86_400_000

/**
 * Begins a checkout that can be paid for a day; the same key gives the same session.
 * @throws when the key was used for another request: a defect of the caller
 */
export const beginCheckout = async (db: Db, request: CheckoutRequest, now: Date): Promise<string> => {
  const sessionId = newId('cs')
  const fill = (url: string) => url.replace('{sessionId}', sessionId)
  await insertCheckout(db, {
    ...request,
    sessionId,
    successUrl: fill(request.successUrl),
    failedUrl: fill(request.failedUrl),
    customerId: request.customerId ?? newId('cus'),
    expiresAt: new Date(now.getTime() + openForMs),
  })
  const stored = await findCheckoutByKey(db, request.idempotencyKey)
  if (!stored) throw new Error('a checkout that was stored is not there')
  if (!isDeepStrictEqual(essence(stored), essence(request)))
    throw new Error('an idempotency key was used again for another checkout')
  return stored.sessionId
}

const essence = ({ reference, email, productId, trialDays }: CheckoutRequest) => [
  reference,
  email,
  productId,
  trialDays,
]

/** Makes an open checkout unpayable. Gives what it is then, or null when there is none. */
export const expireCheckout = (db: Db, sessionId: string, now: Date): Promise<ProviderCheckout | null> =>
  inTransaction(db, async (tx) => {
    const checkout = await findCheckout(tx, sessionId, now, 'forUpdate')
    if (checkout?.status !== 'open') return checkout
    await closeCheckout(tx, sessionId, 'expired', null)
    await recordEvent(tx, 'checkout.expired', { sessionId })
    return { ...checkout, status: 'expired' }
  })
