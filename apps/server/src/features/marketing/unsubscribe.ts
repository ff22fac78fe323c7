import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { decideMarketingConsent } from './decide-marketing-consent.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Ends marketing mail for whoever a mail's link was made for. Again it changes nothing, and so for an account that has gone. */
export const unsubscribe = async (context: Context, token: string): Promise<Result<null>> => {
  const userId = readUnsubscribeToken(context.config.sessionSecret, token)
  if (userId === null) return refuse('invalid_token')
  await decideMarketingConsent(context, { userId, isGiven: false, place: 'unsubscribe_link' })
  return ok(null)
}
