/** One write of the learner that the server has not acknowledged yet. */
export type Write = {
  /** Sent as Idempotency-Key, the same at every try. */
  id: string
  path: string
  body: unknown
  /** Milliseconds since the epoch, by this device's clock. */
  queuedAtMs: number
}

/**
 * What became of one try.
 * - done: the server has it. refused: it never will (a lasting 4xx), trying again is useless.
 * - retry: not reached, or busy. signed-out: waits for the same person's next sign-in.
 */
export type SendOutcome = 'done' | 'refused' | 'retry' | 'signed-out'
