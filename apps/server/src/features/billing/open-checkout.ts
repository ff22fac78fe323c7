import type { Plan } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { giveUpCheckout, insertCheckout, insertNonce, listUnfinishedOf } from './checkout-queries.ts'
import type { StoredCheckout } from './checkout.ts'
import { insertCustomer, lockCustomerOf } from './customer-queries.ts'
import type { Buyer, Customer } from './customer.ts'
import { hashNonce, newNonce } from './nonce.ts'

/** A checkout without a session that is older than this belongs to a call that has died; nobody was given its address. */
const abandonedMs = 2 * 60_000

export type OpenedCheckout = { checkout: StoredCheckout; customer: Customer; nonce: string }

/** The row of a person who buys, made when there is none; locked until the transaction ends. */
export const lockCustomer = async (tx: Tx, context: Context, buyer: Buyer): Promise<Customer> => {
  const known = await lockCustomerOf(tx, buyer)
  if (known) return known
  await insertCustomer(tx, context.newId(), buyer, context.clock())
  const made = await lockCustomerOf(tx, buyer)
  if (!made) throw new Error('a customer was neither made nor found')
  return made
}

/**
 * The one open checkout of a customer for this plan: the one there is, or a new one in place of one for another plan. Each call gets
 * a nonce of its own, so that every browser that asked may claim.
 */
export const openCheckout = async (tx: Tx, context: Context, buyer: Buyer, plan: Plan): Promise<OpenedCheckout> => {
  const customer = await lockCustomer(tx, context, buyer)
  const checkout = (await findUsable(tx, context, customer, plan)) ?? (await addCheckout(tx, context, customer, plan))
  const nonce = newNonce()
  await insertNonce(tx, checkout.id, hashNonce(nonce))
  return { checkout, customer, nonce }
}

const findUsable = async (tx: Tx, context: Context, customer: Customer, plan: Plan): Promise<StoredCheckout | null> => {
  const unfinished = await listUnfinishedOf(tx, customer.id, context.payments.provider)
  const open = unfinished.find(({ status }) => status === 'open')
  if (!open) return null
  const isAbandoned = open.sessionId === null && context.clock().getTime() - open.createdAt.getTime() > abandonedMs
  const isSame = open.productId === plan.productId && open.trialDays === trialDaysFor(customer, plan)
  if (isSame && !isAbandoned) return open
  await giveUpCheckout(tx, open.id)
  return null
}

/** A person has one trial; after that a plan begins with its first payment. */
const trialDaysFor = (customer: Customer, plan: Plan): number => (customer.hasUsedTrial ? 0 : plan.trialDays)

const addCheckout = async (tx: Tx, context: Context, customer: Customer, plan: Plan): Promise<StoredCheckout> => {
  const checkout = {
    id: context.newId(),
    customerId: customer.id,
    productId: plan.productId,
    trialDays: trialDaysFor(customer, plan),
    providerCustomerId: customer.providerCustomerId,
    createdAt: context.clock(),
  }
  await insertCheckout(tx, context.payments.provider, checkout)
  return { ...checkout, sessionId: null, url: null, status: 'open' }
}
