import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { peekToken, redeemToken, voidTokens } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { idleSeconds } from '../../platform/sessions.ts'
import { lockAccount, moveAccount, oneAccountPerAddress, revokeSessions } from './account-queries.ts'
import { findEmailChange, isKeptForSomebodyElse, markConfirmed, voidPendingChanges } from './email-change-queries.ts'
import { isSessionLive } from './queries.ts'

/**
 * Moves an account to its new address, with the token that was mailed there and only while the session that asked is alive. Ends the
 * other sessions, voids the other links, and mails the old address how to undo it. Gives the new address.
 * Refusals: invalid_token, email_taken; of several who want one address at once, one gets it.
 */
export const confirmEmailChange = async (context: Context, token: string): Promise<Result<{ email: string }>> => {
  try {
    return await confirmOnce(context, token)
  } catch (error) {
    if (isUniqueViolation(error, oneAccountPerAddress)) return refuse('email_taken')
    throw error
  }
}

const confirmOnce = ({ db }: Context, token: string): Promise<Result<{ email: string }>> =>
  inTransaction(db, async (tx) => {
    const given = { purpose: 'email-change', token } as const
    const subject = await peekToken(tx, given)
    if (!subject?.userId || !subject.emailChangeId) return refuse('invalid_token')
    const { userId } = subject
    const account = await lockAccount(tx, userId)
    const change = await findEmailChange(tx, subject.emailChangeId)
    if (!account || change?.state !== 'pending') return refuse('invalid_token')
    if (!(await isSessionLive(tx, userId, change.sessionId, idleSeconds))) return refuse('invalid_token')
    if (await isKeptForSomebodyElse(tx, change.newEmail, userId)) return refuse('email_taken')

    if (!(await redeemToken(tx, given))) return refuse('invalid_token')
    await markConfirmed(tx, change.id)
    await moveAccount(tx, userId, change.newEmail)
    await voidPendingChanges(tx, userId)
    await revokeSessions(tx, userId, { keptSessionId: change.sessionId, reason: 'email_changed' })
    await voidTokens(tx, userId)
    const values = { changeId: change.id }
    await queueMail(tx, { to: change.oldEmail, userId, language: account.lang, template: 'email_changed', values })
    await addJob(tx, 'change-customer-email', { userId }, { key: `change-customer-email:${userId}` })
    return ok({ email: change.newEmail })
  })
