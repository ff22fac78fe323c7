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

type BuyerFacts = { email: string; language: string; marketingConsent: boolean }

/**
 * Who wants to buy: a signed-in learner, or an address that a registration names. Nobody has proven that mailbox, so nothing that a
 * registration is answered may depend on what is stored for the address.
 */
export type Buyer =
  | (BuyerFacts & { userId: string; registrationId: null })
  | (BuyerFacts & { userId: null; registrationId: string })
