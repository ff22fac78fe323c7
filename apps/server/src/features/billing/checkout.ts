/** An intent to buy, with all that is sent to the payment provider to begin it. */
export type StoredCheckout = {
  /** Our reference at the provider, and the idempotency key of the call. */
  id: string
  customerId: string
  /** The registration that began it; null for a signed-in learner. */
  registrationId: string | null
  productId: string
  trialDays: number
  providerCustomerId: string | null
  /** The provider's; null until it has answered. */
  sessionId: string | null
  url: string | null
  /** replaced: another plan was chosen, and the provider has not yet confirmed that this one can no longer be paid. */
  status: 'open' | 'replaced' | 'paid' | 'failed'
  createdAt: Date
}
