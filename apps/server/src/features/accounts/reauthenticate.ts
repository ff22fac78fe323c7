import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findAccount, renewSignIn } from './account-queries.ts'
import { comparePin, turnKeys } from './compare-pin.ts'

export type PinAgain = {
  session: { id: string; userId: string }
  pin: string
  networkKey: string
  deviceToken: string | null
}

/**
 * Takes the PIN of somebody who is signed in, and lets the session count as just signed in. Each try is counted as a sign-in is, so
 * that a stolen session guesses no faster. Refusals: wrong_pin, too_many_requests, unavailable, unauthorized.
 */
export const reauthenticate = async (context: Context, { session, ...given }: PinAgain): Promise<Result<null>> => {
  const account = await findAccount(context.db, session.userId)
  if (!account) return refuse('unauthorized')
  const attempt = { ...given, email: account.email }
  return context.takeSignInTurn(turnKeys(attempt), async () => {
    const compared = await comparePin(context, attempt)
    if (!compared.ok) return compared.code === 'invalid_credentials' ? refuse('wrong_pin') : compared
    await renewSignIn(context.db, session.userId, session.id)
    return ok(null)
  })
}
