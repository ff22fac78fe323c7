import { createHash, randomBytes } from 'node:crypto'
import type { Plan } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import {
  giveUpCheckout,
  hasPaidForTrial,
  insertCheckout,
  insertNonce,
  listUnfinishedOf,
  listUnfinishedOfRegistration,
  type StoredCheckout,
} from './checkouts.sql.ts'
import { type Buyer, type Customer, insertCustomer, lockCustomerOf, takeOverCustomer } from './customers.sql.ts'

/** A checkout without a session older than this belongs to a crashed call; its URL was never returned. */
const abandonedMs = 2 * 60_000

export async function lockCustomer(tx: Tx, context: Context, buyer: Buyer): Promise<Customer> {
  const { provider } = context.payments
  const known = await lockCustomerOf(tx, buyer, provider)
  if (!known) await insertCustomer(tx, context.newId(), buyer, context.clock())
  const customer = known ?? (await lockCustomerOf(tx, buyer, provider))
  if (!customer) throw new Error('a customer was neither created nor found')
  if (buyer.userId !== null) await takeOverCustomer(tx, customer.id, buyer.email)
  return customer
}

/** A new checkout replaces one for another plan or with another coupon. Each call gets its own nonce, so a repeated call invalidates nothing. */
export async function openCheckout(
  tx: Tx,
  context: Context,
  buyer: Buyer,
  { plan, couponId }: { plan: Plan; couponId: string | null },
): Promise<{ checkout: StoredCheckout; nonce: string }> {
  const customer = await lockCustomer(tx, context, buyer)
  const wish = { ...(await wishOf(tx, customer, buyer, plan)), couponId }
  const checkout = (await findUsable(tx, context, wish)) ?? (await addCheckout(tx, context, wish))
  return { checkout, nonce: await addNonce(tx, checkout.id) }
}

/** Proves that a browser started this checkout. */
export async function addNonce(tx: Tx, checkoutId: string): Promise<string> {
  const nonce = newNonce()
  await insertNonce(tx, checkoutId, hashNonce(nonce))
  return nonce
}

type Wish = Pick<
  StoredCheckout,
  'customerId' | 'registrationId' | 'productId' | 'trialDays' | 'couponId' | 'providerCustomerId'
>

/**
 * One trial per person. A registration is judged only by what it has paid for, and sent without a customer id: the provider's page
 * would reveal that the address is known, and its card.
 */
const wishOf = async (
  tx: Tx,
  customer: Customer,
  { registrationId }: Buyer,
  plan: Plan,
): Promise<Omit<Wish, 'couponId'>> => {
  const hasHadTrial = registrationId === null ? customer.hasUsedTrial : await hasPaidForTrial(tx, registrationId)
  return {
    customerId: customer.id,
    registrationId,
    productId: plan.productId,
    trialDays: hasHadTrial ? 0 : plan.trialDays,
    providerCustomerId: registrationId === null ? customer.providerCustomerId : null,
  }
}

const findUsable = async (tx: Tx, context: Context, wish: Wish): Promise<StoredCheckout | null> => {
  const { provider } = context.payments
  const unfinished =
    wish.registrationId === null
      ? await listUnfinishedOf(tx, wish.customerId, provider)
      : await listUnfinishedOfRegistration(tx, wish.registrationId, provider)
  const open = unfinished.find(
    ({ status, registrationId }) => status === 'open' && registrationId === wish.registrationId,
  )
  if (!open) return null
  const isAbandoned = open.sessionId === null && context.clock().getTime() - open.createdAt.getTime() > abandonedMs
  const isSame =
    open.productId === wish.productId && open.trialDays === wish.trialDays && open.couponId === wish.couponId
  if (isSame && !isAbandoned) return open
  await giveUpCheckout(tx, open.id)
  return null
}

const addCheckout = async (tx: Tx, context: Context, wish: Wish): Promise<StoredCheckout> => {
  const checkout = { ...wish, id: context.newId(), createdAt: context.clock() }
  await insertCheckout(tx, context.payments.provider, checkout)
  return { ...checkout, sessionId: null, url: null, status: 'open' }
}

const newNonce = (): string => randomBytes(16).toString('base64url')

export function hashNonce(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest()
}
