import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { listFirstFinishers } from '../learning/learning-record.ts'
import { queueMarketingMail } from './queue-marketing-mail.ts'

const dayMs = 86_400_000
const daysAfter = 2
/** Later the words "this week" would not be true any more. */
const daysAtMost = 5

/** Two days after the first finished lesson, three ways to use it: once, to those who want mail from us. */
export const mailLearningTips = async (context: Context): Promise<void> => {
  const now = context.clock().getTime()
  const between = { from: new Date(now - daysAtMost * dayMs), to: new Date(now - daysAfter * dayMs) }
  for (const userId of await listFirstFinishers(context, between)) {
    await inTransaction(context.db, (tx) =>
      queueMarketingMail(tx, { userId, template: 'learning_tips', values: {}, dedupeKey: `learning-tips:${userId}` }),
    )
  }
}
