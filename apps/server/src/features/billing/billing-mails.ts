import { priceText } from '@kitewise/rules/price-text'
import { pastDueSeconds } from '@kitewise/rules/subscription-access'
import { trialCancelBefore } from '@kitewise/rules/trial-terms'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { mailWords } from '../mail/mail-words.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findPayer } from './customer-queries.ts'
import type { EndingTrial } from './provider-queries.ts'
import type { StoredSubscription } from './subscription.ts'

/** Says that a renewal could not be charged and until when there is access; once for each failed period. */
export const queuePaymentFailed = async (
  tx: Tx,
  context: Context,
  failed: { userId: string; productId: string | null; subscription: StoredSubscription },
): Promise<void> => {
  const { userId, subscription } = failed
  const payer = await findPayer(tx, userId)
  const since = subscription.pastDueSince
  if (!payer || since === null) return
  const words = mailWords(context.config, payer.language)
  await queueMail(tx, {
    to: payer.email,
    language: payer.language,
    userId,
    template: 'payment_failed',
    values: {
      plan: words.plan(failed.productId),
      price: priceText(subscription.priceCents, subscription.currency),
      accessUntil: words.date(since + pastDueSeconds),
    },
    dedupeKey: `payment-failed:${subscription.id}:${subscription.currentPeriodEnd}`,
  })
}

/** Says that a trial ends soon and what it costs then; once for each trial. */
export const queueTrialEnding = async (tx: Tx, context: Context, trial: EndingTrial): Promise<void> => {
  const payer = await findPayer(tx, trial.userId)
  if (!payer) return
  const words = mailWords(context.config, payer.language)
  await queueMail(tx, {
    to: payer.email,
    language: payer.language,
    userId: trial.userId,
    template: 'trial_ending',
    values: {
      plan: words.plan(trial.productId),
      price: priceText(trial.priceCents, trial.currency),
      chargeDate: words.date(trial.trialEnd),
      cancelBefore: words.date(trialCancelBefore(trial.trialEnd)),
    },
    dedupeKey: `trial-ending:${trial.id}:${trial.trialEnd}`,
  })
}

/** Says that a trial was ended at once because its card has had one, and that nothing was charged; once for each subscription. */
export const queueTrialAgain = async (
  tx: Tx,
  context: Context,
  ended: { userId: string; productId: string | null; subscriptionId: string },
): Promise<void> => {
  const payer = await findPayer(tx, ended.userId)
  if (!payer) return
  await queueMail(tx, {
    to: payer.email,
    language: payer.language,
    userId: ended.userId,
    template: 'trial_again',
    values: { plan: mailWords(context.config, payer.language).plan(ended.productId) },
    dedupeKey: `trial-again:${ended.subscriptionId}`,
  })
}

/** Greets a new account once, so that somebody who closed the browser after paying finds the way in. */
export const queueWelcome = async (tx: Tx, userId: string): Promise<void> => {
  const payer = await findPayer(tx, userId)
  if (!payer) return
  const { email, language } = payer
  await queueMail(tx, {
    to: email,
    language,
    userId,
    template: 'welcome',
    values: {},
    dedupeKey: `welcome:${userId}`,
  })
}
