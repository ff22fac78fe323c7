import type { Context } from '../../context.ts'
import { findMarketingConsent } from './queries.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** `oneClick` is for the mail's header and takes a POST; `page` is for people. */
export type UnsubscribeUrls = { oneClick: string; page: string }

/** The links that end marketing mail for a learner; null when the consent is gone, and then the mail is not sent. */
export const findUnsubscribeUrls = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  userId: string,
): Promise<UnsubscribeUrls | null> => {
  if (!(await findMarketingConsent(db, userId))) return null
  const token = unsubscribeToken(config.sessionSecret, userId)
  return { oneClick: `${config.publicUrl}/u/${token}`, page: `${config.publicUrl}/unsubscribe?token=${token}` }
}
