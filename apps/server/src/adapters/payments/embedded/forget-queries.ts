import type { Queryable } from '../../../database/connect.ts'

/** Removes a customer with all subscriptions and checkouts; nothing is charged after that. */
export const deleteCustomer = async (db: Queryable, customerId: string): Promise<void> => {
  await db`delete from embedded_subscriptions where customer_id = ${customerId}`
  await db`delete from embedded_checkouts where customer_id = ${customerId}`
}

/** Removes a checkout; what was paid by it stays. */
export const deleteCheckout = async (db: Queryable, sessionId: string): Promise<void> => {
  await db`delete from embedded_checkouts where id = ${sessionId}`
}
