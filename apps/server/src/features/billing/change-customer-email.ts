import type { Context } from '../../context.ts'
import { findPayer, listProviderCustomers, moveCustomer } from './customer-queries.ts'

/** Tells the payment provider where an account's owner is written to now, and keeps that for what they buy next. */
export const changeCustomerEmail = async ({ db, payments }: Context, { userId }: { userId: string }): Promise<void> => {
  const payer = await findPayer(db, userId)
  if (!payer) return
  await moveCustomer(db, userId, payer.email)
  for (const customerId of await listProviderCustomers(db, userId, payments.provider))
    await payments.changeCustomerEmail(customerId, payer.email)
}
