import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import type { Handlers } from '../../platform/handler.ts'
import { hashNetwork, queueMail } from '../../platform/messages/queue-mail.ts'
import { issueToken, peekToken, redeemToken, voidTokens } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { idleSeconds } from '../../platform/sessions.ts'
import {
  countRecentChanges,
  findEmailChange,
  insertEmailChange,
  isKeptForSomebodyElse,
  markConfirmed,
  markUndone,
  voidLaterChanges,
  voidPendingChanges,
} from './email-changes.sql.ts'
import { replacePin } from './end-access.ts'
import { isSessionLive, lockAccount, moveAccount, oneAccountPerAddress, revokeSessions } from './users.sql.ts'

export const emailChangeRoutes: Handlers<'generateChangeEmailToken' | 'confirmEmailChange' | 'undoEmailChange'> = {
  generateChangeEmailToken: async (context, { body, session, client }) => {
    const { networkKey } = client
    const outcome = await requestEmailChange(context, { session, newEmail: body.newEmail, networkKey })
    return outcome.ok ? ok({ data: { sent: true } }) : outcome
  },
  confirmEmailChange: async (context, { body }) => {
    const outcome = await confirmEmailChange(context, body.token)
    return outcome.ok ? ok({ data: outcome.value }) : outcome
  },
  undoEmailChange: async (context, { body }) => {
    const outcome = await undoEmailChange(context, body.token)
    return outcome.ok ? ok({ data: outcome.value }) : outcome
  },
}

const mostInHour = 3

type EmailWish = { session: { id: string; userId: string }; newEmail: string; networkKey: string }

/**
 * Asks for an account to be moved to another address. Whether somebody has that address is looked up by a job, so that this takes
 * the same time and says the same. Asked twice within a minute it is asked once. Refusals: invalid_email, same_email,
 * too_many_requests, unauthorized.
 */
const requestEmailChange = async (
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

/**
 * Moves an account to its new address, with the token that was mailed there and only while the session that asked is alive. Ends the
 * other sessions, voids the other links, and mails the old address how to undo it. Gives the new address.
 * Refusals: invalid_token, email_taken; of several who want one address at once, one gets it.
 */
const confirmEmailChange = async (context: Context, token: string): Promise<Result<{ email: string }>> => {
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

const pinMinutes = 10

/** The address the account has again, and the token that sets its new PIN. */
type Undone = { email: string; pinSetupToken: string }

/**
 * Gives an account back the address it had before a change, with the token that was mailed there, whatever has changed since. Ends
 * every session, link and known device, and removes the PIN, since whoever made the change knew it. The holder of the link has shown
 * the mailbox, so the answer carries a token that sets a new PIN.
 * Refusals: invalid_token; email_taken when another account has that address by now: the rest is done all the same.
 */
const undoEmailChange = async (context: Context, token: string): Promise<Result<Undone>> => {
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
