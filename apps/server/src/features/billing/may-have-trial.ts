import { createHmac } from 'node:crypto'
import type { ProviderSubscription } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { claimTrialCard } from './trial-card-queries.ts'

/**
 * Notes that a card has had its one free trial, by a keyed hash. Of two subscriptions on one card the first keeps its trial; a card that
 * is changed later does not matter.
 * @returns whether the trial may go on; true also where there is no trial, or the provider does not tell cards apart
 */
export const mayHaveTrial = async (tx: Tx, context: Context, current: ProviderSubscription): Promise<boolean> => {
  if (current.status !== 'trialing' || current.cardFingerprint === null) return true
  const hash = (words: string) =>
    createHmac('sha256', context.config.pinHashing.pepper)
      .update(`trial:${context.payments.provider}:${words}`)
      .digest()
  const card = { cardHash: hash(current.cardFingerprint), subscriptionHash: hash(current.id), now: context.clock() }
  return claimTrialCard(tx, card)
}
