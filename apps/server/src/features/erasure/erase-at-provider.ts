import type { Context } from '../../context.ts'
import { listProviderErasures, settleProviderErasure } from './erasure-queries.ts'

/**
 * Has the payment provider forget erased people; each wish stays until the provider has confirmed it.
 * @throws when the provider did not answer to some of them
 */
export const eraseAtProvider = async ({ db, payments }: Context): Promise<void> => {
  const failures: unknown[] = []
  for (const wish of await listProviderErasures(db, payments.provider)) {
    try {
      await (wish.kind === 'customer' ? payments.forgetCustomer(wish.objectId) : payments.forgetCheckout(wish.objectId))
      await settleProviderErasure(db, payments.provider, wish)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} erasures are not confirmed`)
}
