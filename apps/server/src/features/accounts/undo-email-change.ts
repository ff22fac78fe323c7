import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { isUniqueViolation } from '../../database/is-unique-violation.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../jobs/add-job.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lockAccount, moveAccount, oneAccountPerAddress, revokeSessions } from './account-queries.ts'
import { findEmailChange, markUndone, voidLaterChanges, voidPendingChanges } from './email-change-queries.ts'
import { peekToken, redeemToken } from './one-time-token.ts'
import { voidTokens } from './token-queries.ts'

/**
 * Gives an account the address back that it had before a change, with the token that was mailed there, whatever has been changed
 * since. Ends every session and voids every link that went to the newer mailboxes. Gives the old address.
 * Refusals: invalid_token; email_taken when somebody has that address by now: the sessions and links are ended all the same.
 */
export const undoEmailChange = async (context: Context, token: string): Promise<Result<{ email: string }>> => {
  try {
    return await undoOnce(context, token)
  } catch (error) {
    if (!isUniqueViolation(error, oneAccountPerAddress)) throw error
    const subject = await peekToken(context.db, { purpose: 'email-undo', token })
    const userId = subject?.userId
    if (userId) await inTransaction(context.db, (tx) => shutOut(tx, userId))
    return refuse('email_taken')
  }
}

const shutOut = async (tx: Tx, userId: string): Promise<void> => {
  await voidPendingChanges(tx, userId)
  await revokeSessions(tx, userId, null)
  await voidTokens(tx, 'pin-setup', userId)
}

const undoOnce = ({ db }: Context, token: string): Promise<Result<{ email: string }>> =>
  inTransaction(db, async (tx) => {
    const subject = await redeemToken(tx, { purpose: 'email-undo', token })
    if (!subject?.userId || !subject.emailChangeId) return refuse('invalid_token')
    const { userId } = subject
    const account = await lockAccount(tx, userId)
    const change = await findEmailChange(tx, subject.emailChangeId)
    if (!account || change?.state !== 'confirmed') return refuse('invalid_token')

    await markUndone(tx, change.id)
    await moveAccount(tx, userId, change.oldEmail)
    await voidLaterChanges(tx, userId, change.id)
    await shutOut(tx, userId)
    const { email: left, lang: language } = account
    if (left !== change.oldEmail)
      await queueMail(tx, { to: left, userId, language, template: 'email_change_undone', values: {} })
    await addJob(tx, 'change-customer-email', { userId }, { key: `change-customer-email:${userId}` })
    return ok({ email: change.oldEmail })
  })
