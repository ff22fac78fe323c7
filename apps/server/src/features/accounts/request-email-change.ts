import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { ok, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { idleSeconds } from '../../platform/sessions.ts'
import { lockAccount } from './account-queries.ts'
import { countRecentChanges, insertEmailChange, voidPendingChanges } from './email-change-queries.ts'
import { isSessionLive } from './queries.ts'

const mostInHour = 3

export type EmailWish = { session: { id: string; userId: string }; newEmail: string; networkKey: string }

/**
 * Asks for an account to be moved to another address. Whether somebody has that address is looked up by a job, so that this takes
 * the same time and says the same. Asked twice within a minute it is asked once. Refusals: invalid_email, same_email,
 * too_many_requests, unauthorized.
 */
export const requestEmailChange = async (
  context: Context,
  { session, newEmail: given, networkKey }: EmailWish,
): Promise<Result<null>> => {
  const newEmail = readEmailAddress(given)
  if (newEmail === null) return refuse('invalid_email')
  const { id: sessionId, userId } = session
  const requestedFrom = hashNetwork(context.config.pinHashing.pepper, networkKey)
  return inTransaction(context.db, async (tx) => {
    const account = await lockAccount(tx, userId)
    // The session may have been ended while this waited for the lock, by a new PIN for instance.
    if (!account || !(await isSessionLive(tx, userId, sessionId, idleSeconds))) return refuse('unauthorized')
    if (newEmail === account.email) return refuse('same_email')
    const recent = await countRecentChanges(tx, userId, newEmail)
    if (recent.isRepetition) return ok(null)
    if (recent.inHour >= mostInHour) return refuseFor('too_many_requests', recent.waitSeconds)
    await voidPendingChanges(tx, userId)
    const changeId = context.newId()
    await insertEmailChange(tx, { id: changeId, userId, oldEmail: account.email, newEmail, sessionId })
    await addJob(tx, 'mail-email-change', { changeId, requestedFrom }, { key: `mail-email-change:${changeId}` })
    return ok(null)
  })
}
