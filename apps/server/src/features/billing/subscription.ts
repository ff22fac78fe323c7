import type { PaymentMethod } from '../../adapters/payments/port.ts'

/** A subscription in our words. Times are Unix seconds. */
export type StoredSubscription = {
  /** The payment provider's id, `sub_…`. */
  id: string
  status: string
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: number
  pastDueSince: number | null
  priceCents: number
  /** ISO 4217 in lower case, as the payment provider writes it. */
  currency: string
  intervalUnit: 'day' | 'week' | 'month' | 'year'
  intervalCount: number
}

/** A subscription as its owner sees it, and who takes the money. */
export type ShownSubscription = StoredSubscription & {
  /** Null for rows that no provider knows, such as those of the demo accounts. */
  provider: string | null
  providerCustomerId: string | null
  paymentMethod: PaymentMethod | null
}

/** Whether nothing can change about a subscription any more. */
export const hasEnded = ({ status }: { status: string }): boolean =>
  status === 'canceled' || status === 'incomplete_expired'
