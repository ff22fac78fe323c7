import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { stopReminders } from '../reminders/stop-reminders.ts'
import { decideMarketingConsent } from './decide-marketing-consent.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/**
 * Ends the mails that a link came with, marketing or reminders, or every kind that can be ended. Again it changes nothing, and so for
 * an account that has gone.
 */
export const unsubscribe = async (
  context: Context,
  token: string,
  { everything = false }: { everything?: boolean | undefined } = {},
): Promise<Result<null>> => {
  const named = readUnsubscribeToken(context.config.sessionSecret, token)
  if (named === null) return refuse('invalid_token')
  const { userId, subject } = named
  if (everything || subject === 'reminders') await stopReminders(context, userId)
  if (everything || subject === 'marketing')
    await decideMarketingConsent(context, { userId, isGiven: false, place: 'unsubscribe_link' })
  return ok(null)
}
