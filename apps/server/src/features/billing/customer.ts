/** A person who buys, known by address before they have an account. */
export type Customer = {
  id: string
  email: string
  userId: string | null
  language: string
  marketingConsent: boolean
  /** The payment provider's id, once it has given one. */
  providerCustomerId: string | null
  hasUsedTrial: boolean
}

/** Who wants to buy: a registered address or a signed-in learner. `userId` is null where the address has no account. */
export type Buyer = { email: string; language: string; marketingConsent: boolean; userId: string | null }
