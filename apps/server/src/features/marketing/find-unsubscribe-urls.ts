import type { Context } from '../../context.ts'
import type { StopSubject } from '../mail/mail-template.ts'
import { isReminderWanted } from '../reminders/is-reminder-wanted.ts'
import { findMarketingConsent } from './queries.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'
import { unsubscribePath } from './unsubscribe-path.ts'

/** `oneClick` is for the mail's header and takes a POST; `page` is for people. */
export type UnsubscribeUrls = { oneClick: string; page: string }

/** The links that end such mails for a learner; null when they are not wanted any more, and then the mail is not sent. */
export const findUnsubscribeUrls = async (
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  userId: string,
  subject: StopSubject,
): Promise<UnsubscribeUrls | null> => {
  const { db, config } = context
  const isWanted =
    subject === 'marketing' ? await findMarketingConsent(db, userId) : await isReminderWanted(context, userId)
  if (!isWanted) return null
  const token = unsubscribeToken(config.sessionSecret, userId, subject)
  return { oneClick: `${config.publicUrl}/u/${token}`, page: `${config.publicUrl}${unsubscribePath(token, subject)}` }
}
