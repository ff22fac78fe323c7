import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { MailValues, MarketingTemplate } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { listUsersByFirstFinish } from '../learning/progress.sql.ts'
import { consentText } from '../onboarding/consent-texts.ts'
import {
  addMarketingDecision,
  changeMarketingConsent,
  type ConsentPlace,
  holdMarketingReceiver,
} from './consents.sql.ts'

/** `language` is the one of the text that was shown; without it, the learner's own. */
type Decision = { userId: string; isGiven: boolean; place: ConsentPlace; language?: string }

/** Gives or withdraws the consent to marketing mail, with a row that proves it. The same decision again changes nothing. */
export const decideMarketingConsent = async (
  { db, config }: Context,
  { userId, isGiven, place, language }: Decision,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const ownLanguage = await changeMarketingConsent(tx, userId, isGiven)
    if (ownLanguage === null) return
    const text = consentText('marketing', language ?? ownLanguage, config.brand.name)
    await addMarketingDecision(tx, { userId, isGiven, place, text })
  })

const dayMs = 86_400_000
const daysAfter = 2
/** Later the words "this week" would not be true any more. */
const daysAtMost = 5

/** Two days after the first finished lesson, three ways to use it: once, to those who want mail from us. */
export const mailLearningTips = async (context: Context): Promise<void> => {
  const now = context.clock().getTime()
  const between = { from: new Date(now - daysAtMost * dayMs), to: new Date(now - daysAfter * dayMs) }
  for (const { userId } of await listUsersByFirstFinish(context.db, between)) {
    await inTransaction(context.db, (tx) =>
      queueMarketingMail(tx, { userId, template: 'learning_tips', values: {}, dedupeKey: `learning-tips:${userId}` }),
    )
  }
}

type MarketingOrder<T extends MarketingTemplate> = {
  userId: string
  template: T
  values: MailValues[T]
  /** Of one key there is one mail for ever. */
  dedupeKey: string
}

/**
 * Has a marketing mail sent once the transaction commits, with the links that stop such mails. When the consent is withdrawn before
 * it leaves, it does not leave.
 * @returns false without consent, or when the key was used before
 */
export const queueMarketingMail = async <T extends MarketingTemplate>(
  tx: Tx,
  { userId, template, values, dedupeKey }: MarketingOrder<T>,
): Promise<boolean> => {
  const receiver = await holdMarketingReceiver(tx, userId)
  if (!receiver) return false
  const { email, language } = receiver
  return queueMail(tx, { to: email, language, userId, template, values, dedupeKey })
}
