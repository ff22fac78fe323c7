import { randomUUID } from 'node:crypto'

/**
 * What a buyer does: pays and goes on; chooses other plans while the first is being paid; chooses two plans and then pays both; pays
 * and never comes back; has no good card.
 */
export const manners = [
  'pays',
  'changes their mind',
  'pays in two tabs',
  'closes the browser',
  'has no good card',
] as const

/** Somebody on the way from the quiz to a subscription, with what the server has acknowledged. */
export type Buyer = {
  manner: (typeof manners)[number]
  email: string
  network: string
  /** Checkouts whose payment was acknowledged. */
  paidSessions: Set<string>
  /** The success page has said "paid". */
  hasClaimed: boolean
  /** The cookie by which this browser is known. */
  cookie: string
  /** The last wish for the renewal that was acknowledged; null when there was none, or one is without an answer. */
  wish: 'cancel' | 'resume' | null
  /** Has come to the end of what they do. */
  isDone: boolean
}

export const makeBuyer = (number: number): Buyer => ({
  manner: manners[number % manners.length] ?? 'pays',
  email: `${randomUUID()}@kill-test.example`,
  network: `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`,
  paidSessions: new Set(),
  hasClaimed: false,
  cookie: '',
  wish: null,
  isDone: false,
})
