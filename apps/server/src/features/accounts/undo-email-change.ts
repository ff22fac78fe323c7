import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { issueToken, peekToken, redeemToken } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { lockAccount, moveAccount, oneAccountPerAddress } from './account-queries.ts'
import { findEmailChange, markUndone, voidLaterChanges } from './email-change-queries.ts'
import { replacePin } from './replace-pin.ts'

const pinMinutes = 10

/** The address the account has again, and the token that sets its new PIN. */
type Undone = { email: string; pinSetupToken: string }

/**
 * Gives an account back the address it had before a change, with the token that was mailed there, whatever has changed since. Ends
 * every session, link and known device, and removes the PIN, since whoever made the change knew it. The holder of the link has shown
 * the mailbox, so the answer carries a token that sets a new PIN.
 * Refusals: invalid_token; email_taken when another account has that address by now: the rest is done all the same.
 */
export const undoEmailChange = async (context: Context, token: string): Promise<Result<Undone>> => {
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
  if (await lockAccount(tx, userId))
    await replacePin(tx, userId, { pinHash: null, sessionId: null, reason: 'email_change_undone' })
}

const undoOnce = ({ db }: Context, token: string): Promise<Result<Undone>> =>
  inTransaction(db, async (tx) => {
    const given = { purpose: 'email-undo', token } as const
    const subject = await peekToken(tx, given)
    if (!subject?.userId || !subject.emailChangeId) return refuse('invalid_token')
    const { userId } = subject
    const account = await lockAccount(tx, userId)
    const change = await findEmailChange(tx, subject.emailChangeId)
    if (!account || change?.state !== 'confirmed') return refuse('invalid_token')

    if (!(await redeemToken(tx, given))) return refuse('invalid_token')
    await markUndone(tx, change.id)
    await moveAccount(tx, userId, change.oldEmail)
    await voidLaterChanges(tx, userId, change.id)
    await shutOut(tx, userId)
    const { email: left, lang: language } = account
    if (left !== change.oldEmail)
      await queueMail(tx, { to: left, userId, language, template: 'email_change_undone', values: {} })
    await addJob(tx, 'change-customer-email', { userId }, { key: `change-customer-email:${userId}` })
    const pinSetupToken = await issueToken(tx, { purpose: 'pin-setup', userId, minutes: pinMinutes })
    return ok({ email: change.oldEmail, pinSetupToken })
  })
