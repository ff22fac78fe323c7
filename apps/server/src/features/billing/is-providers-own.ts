import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { ShownSubscription } from './subscription.ts'

/**
 * Whether the provider that is configured keeps this subscription. False where none does.
 * @throws PaymentsUnavailable when it is kept by a real provider that is not configured now: it would go on taking money
 */
export const isProvidersOwn = ({ payments }: Context, { provider }: ShownSubscription): boolean => {
  if (provider === payments.provider) return true
  if (provider === 'stripe') throw new PaymentsUnavailable('the provider of this subscription is not configured')
  return false
}
