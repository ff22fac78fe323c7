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
