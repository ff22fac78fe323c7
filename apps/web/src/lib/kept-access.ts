import type { Subscription } from '@kitewise/contract/entities'
import { pastDueSeconds } from '@kitewise/rules/subscription-access'
import { findKept, keepAnswer } from './kept-reads.ts'

const key = ['access-until']

/** Keeps until when the subscriptions give access, for lessons that are opened without a connection. */
export async function keepAccess(subscriptions: readonly Subscription[]): Promise<void> {
  await keepAnswer(key, Math.max(0, ...subscriptions.map(({ current_period_end }) => current_period_end)))
}

/**
 * Whether the access that this device knows of has ended. A renewal may have happened without it: so it ends three days
 * late, as after a failed renewal (docs/product.md). A device that knows nothing leaves the decision to the server.
 */
export async function hasLapsed(): Promise<boolean> {
  const until = await findKept<number>(key)
  return until !== undefined && Date.now() / 1000 > until + pastDueSeconds
}

/** A kept lesson stays closed, because access has lapsed and the server cannot be asked. */
export class AccessLapsed extends Error {
  override name = 'AccessLapsed'
}
