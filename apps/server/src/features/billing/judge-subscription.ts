import { createHmac } from 'node:crypto'
import { unpaidAllowance } from '@kitewise/rules/before-payment'
import type { ProviderSubscription } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { givesAccess } from '../../platform/sessions.ts'
import { claimTrialCard } from './payment-events.sql.ts'
import { type Known, listOthers, lockOwner, type RefusalReason } from './subscriptions.sql.ts'

/**
 * `accepted`: it may run, and is never judged again. `replaces`: the same once other plans, which give no access, have ended.
 * `undecided`: nothing is paid yet, and no trial has begun. `settled`: refused, refunded and ended.
 */
export type Verdict = 'accepted' | 'replaces' | 'undecided' | 'settled' | RefusalReason

type Case = {
  userId: string
  current: ProviderSubscription
  known: Known | null
  /** Whether anything of it was paid and not refunded. */
  isPaid: boolean
  /** Whether it is for an address that its former owner may still take back. */
  isReserved: boolean
}

/**
 * Decides once whether a subscription may stay, when it first runs or when it is first read after it has ended with a payment. Later
 * readings find the verdict: what the learner gets afterwards, such as a seat or days from support, changes nothing about it. The
 * owner's lock orders two purchases, of which the first one judged stays. Call it after the subscription is stored.
 */
export async function judge(tx: Tx, context: Context, judged: Case): Promise<Verdict> {
  const { current, known, isPaid } = judged
  const { status } = current
  if (known?.refusedAs) return known.isSettled && hasRunOut(status) ? 'settled' : known.refusedAs
  if (known?.isAccepted) return 'accepted'
  if (status === 'incomplete' || status === 'incomplete_expired') return 'undecided'
  return hasRunOut(status) && !isPaid ? 'accepted' : judgeNew(tx, context, judged)
}

const judgeNew = async (tx: Tx, context: Context, { userId, current, isReserved }: Case): Promise<Verdict> => {
  const { status } = current
  if (isReserved) return 'address_reserved'
  const { wasDeleted, wasBlocked } = await lockOwner(tx, userId, current.id)
  if (wasDeleted) return 'account_deleted'
  if (wasBlocked) return 'account_blocked'
  const others = await listOthers(tx, current.id)
  if (givesAccess(others, context.clock())) return 'second'
  const hadTrial = others.some(({ wasTrial }) => wasTrial)
  const isTrialAgain = status === 'trialing' && unpaidAllowance({ kind: 'trial', hadTrial }) === 0
  if (isTrialAgain || !(await mayHaveTrial(tx, context, current))) return 'trial_again'
  const { provider } = context.payments
  const mustReplace = others.some((other) => other.provider === provider && !hasRunOut(other.status))
  return mustReplace && !hasRunOut(status) ? 'replaces' : 'accepted'
}

const hasRunOut = (status: string): boolean => status === 'canceled' || status === 'incomplete_expired'

/**
 * Of two subscriptions with one card, the first keeps its trial; changing the card later doesn't matter. True also without a
 * trial, or when the provider has no card fingerprints.
 */
const mayHaveTrial = async (tx: Tx, context: Context, current: ProviderSubscription): Promise<boolean> => {
  if (current.status !== 'trialing' || current.cardFingerprint === null) return true
  const hash = (words: string) =>
    createHmac('sha256', context.config.pinHashing.pepper)
      .update(`trial:${context.payments.provider}:${words}`)
      .digest()
  const card = { cardHash: hash(current.cardFingerprint), subscriptionHash: hash(current.id), now: context.clock() }
  return claimTrialCard(tx, card)
}
