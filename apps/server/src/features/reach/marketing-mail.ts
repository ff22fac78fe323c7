import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { MailValues, MarketingTemplate } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { listUsersByFirstFinish } from '../learning/progress.sql.ts'
import { consentText } from '../onboarding/consent-texts.ts'
import type { AccountDecision } from '../onboarding/consents.sql.ts'
import { recordMarketingDecision } from '../onboarding/record-consents.ts'
import { changeMarketingConsent, holdMarketingReceiver } from './marketing-consent.sql.ts'

/** `language` is that of the text shown; by default the learner's own. */
type Decision = Omit<AccountDecision, 'text'> & { language?: string }

/** Stores the proof. Repeating a decision changes nothing. */
export async function decideMarketingConsent(
  { db, config }: Context,
  { userId, isGiven, place, language }: Decision,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const ownLanguage = await changeMarketingConsent(tx, userId, isGiven)
    if (ownLanguage === null) return
    const text = consentText('marketing', language ?? ownLanguage, config.brand.name)
    await recordMarketingDecision(tx, { userId, isGiven, place, text })
  })
}

const dayMs = 86_400_000
const daysAfter = 2
/** After that, the words "this week" in the mail would be wrong. */
const daysAtMost = 5

/** Job: two days after the first finished lesson, mails learning tips once, to learners who consented. */
export async function mailLearningTips(context: Context): Promise<void> {
  const now = context.clock().getTime()
  const between = { from: new Date(now - daysAtMost * dayMs), to: new Date(now - daysAfter * dayMs) }
  const keyStart = 'learning-tips:'
  for (const { userId } of await listUsersByFirstFinish(context.db, { ...between, keyStart })) {
    await inTransaction(context.db, (tx) =>
      queueMarketingMail(tx, { userId, template: 'learning_tips', values: {}, dedupeKey: keyStart + userId }),
    )
  }
}

type MarketingOrder<T extends MarketingTemplate> = {
  userId: string
  template: T
  values: MailValues[T]
  dedupeKey: string
}

/** Not sent if consent is withdrawn before it leaves. False without consent, or when the deduplication key was used before. */
export async function queueMarketingMail<T extends MarketingTemplate>(
  tx: Tx,
  { userId, template, values, dedupeKey }: MarketingOrder<T>,
): Promise<boolean> {
  const receiver = await holdMarketingReceiver(tx, userId)
  if (!receiver) return false
  const { email, language } = receiver
  return queueMail(tx, { to: email, language, userId, template, values, dedupeKey })
}
