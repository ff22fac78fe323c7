import { priceText, trialCancelBefore } from '@kitewise/rules/billing-text'
import { priceDue } from '@kitewise/rules/reduced-price'
import { pastDueSeconds } from '@kitewise/rules/subscription-access'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { findRegistrantOfSubscription } from './checkouts.sql.ts'
import { findPayer } from './customers.sql.ts'
import type { NewRefund } from './payments.sql.ts'
import type { EndingTrial, RefusalReason, ShownSubscription, StoredSubscription } from './subscriptions.sql.ts'

/** Queued once per failed period. */
export async function queuePaymentFailed(
  tx: Tx,
  context: Context,
  failed: { userId: string; productId: string | null; subscription: StoredSubscription; amount: number },
): Promise<void> {
  const { userId, subscription, amount } = failed
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
      price: priceText(amount, subscription.currency),
      accessUntil: words.date(since + pastDueSeconds),
    },
    dedupeKey: `payment-failed:${subscription.id}:${subscription.currentPeriodEnd}`,
  })
}

/** Once per change, with what the next payment is for. */
export async function queuePlanChanged(
  tx: Tx,
  context: Context,
  told: { changeId: string; userId: string; subscription: ShownSubscription },
): Promise<void> {
  const { changeId, userId, subscription } = told
  const payer = await findPayer(tx, userId)
  if (!payer) return
  const words = mailWords(context.config, payer.language)
  const { nextPlan, currency, discounts, currentPeriodEnd } = subscription
  await queueMail(tx, {
    to: payer.email,
    language: payer.language,
    userId,
    template: 'plan_changed',
    values: {
      plan: words.plan(nextPlan ? nextPlan.productId : subscription.productId),
      price: priceText(priceDue(nextPlan?.amount ?? subscription.priceCents, discounts, currentPeriodEnd), currency),
      date: words.date(currentPeriodEnd),
    },
    dedupeKey: `plan-changed:${changeId}`,
  })
}

/** Queued once per trial. */
export async function queueTrialEnding(tx: Tx, context: Context, trial: EndingTrial): Promise<void> {
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
      price: priceText(priceDue(trial.priceCents, trial.discounts, trial.trialEnd), trial.currency),
      chargeDate: words.date(trial.trialEnd),
      cancelBefore: words.date(trialCancelBefore(trial.trialEnd)),
    },
    dedupeKey: `trial-ending:${trial.id}:${trial.trialEnd}`,
  })
}

/** Once per refund, whoever made it: in the transaction that stores that more is refunded. */
export async function queueRefunded(
  tx: Tx,
  context: Context,
  told: { userId: string; productId: string | null; refund: NewRefund },
): Promise<void> {
  const { userId, productId, refund } = told
  const { payment, refunded } = refund
  const payer = await findPayer(tx, userId)
  if (!payer) return
  await queueMail(tx, {
    to: payer.email,
    language: payer.language,
    userId,
    template: 'refunded',
    values: {
      plan: mailWords(context.config, payer.language).plan(productId),
      amount: priceText(refunded, payment.currency),
    },
  })
}

const refusalMails = {
  second: { template: 'already_subscribed', key: 'already-subscribed' },
  account_deleted: { template: 'account_waits', key: 'account-waits' },
  account_blocked: { template: 'payment_returned', key: 'payment-returned' },
  address_reserved: { template: 'payment_returned', key: 'payment-returned' },
  trial_again: { template: 'trial_again', key: 'trial-again' },
} as const

/** Queued once per subscription, to the payer: of a reserved address that isn't the account which may take it back. */
export async function queueRefusal(
  tx: Tx,
  context: Context,
  refused: { userId: string; productId: string | null; subscriptionId: string; reason: RefusalReason },
): Promise<void> {
  const { userId, subscriptionId, reason } = refused
  const payer =
    reason === 'address_reserved' ? await findRegistrantOfSubscription(tx, subscriptionId) : await findPayer(tx, userId)
  if (!payer) return
  const { template, key } = refusalMails[reason]
  await queueMail(tx, {
    to: payer.email,
    language: payer.language,
    ...(reason !== 'address_reserved' && { userId }),
    template,
    values: { plan: mailWords(context.config, payer.language).plan(refused.productId) },
    dedupeKey: `${key}:${subscriptionId}`,
  })
}

/** A payment through the quiz went to an existing account. Once per subscription. */
export async function queueWelcomeBack(tx: Tx, userId: string, subscriptionId: string): Promise<void> {
  const payer = await findPayer(tx, userId)
  if (!payer) return
  const { email, language } = payer
  const dedupeKey = `welcome-back:${subscriptionId}`
  await queueMail(tx, { to: email, language, userId, template: 'welcome_back', values: {}, dedupeKey })
}

/** Lets a payer who closed the browser sign in. Once per account. */
export async function queueWelcome(tx: Tx, userId: string): Promise<void> {
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
