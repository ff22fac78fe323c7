import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import type { Handlers } from '../../platform/handler.ts'
import { hashNetwork, queueMail } from '../../platform/messages/queue-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { peekToken, redeemToken, voidTokens } from '../../platform/one-time-tokens.sql.ts'
import { asData, ok, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { isSessionLive, revokeSessions } from '../../platform/sessions.sql.ts'
import {
  countRecentChanges,
  findEmailChange,
  insertEmailChange,
  isReservedForFormerOwner,
  markConfirmed,
  voidPendingChanges,
} from './email-changes.sql.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { lockAccount, moveAccount, oneAccountPerAddress } from './users.sql.ts'

export const emailChangeRoutes: Handlers<'generateChangeEmailToken' | 'confirmEmailChange' | 'undoEmailChange'> = {
  generateChangeEmailToken: async (context, { body, session, client }) => {
    const { networkKey } = client
    const outcome = await requestEmailChange(context, { session, newEmail: body.newEmail, networkKey })
    return outcome.ok ? ok({ data: { sent: true } }) : outcome
  },
  confirmEmailChange: async (context, { body }) => {
    return asData(await confirmEmailChange(context, body.token))
  },
  undoEmailChange: async (context, { body }) => {
    return asData(await undoEmailChange(context, body.token))
  },
}

const mostInHour = 3

type EmailWish = { session: { id: string; userId: string }; newEmail: string; networkKey: string }

/** A job looks up whether the address is taken, so that time and answer don't reveal it. */
const requestEmailChange = async (
  context: Context,
  { session, newEmail: given, networkKey }: EmailWish,
): Promise<Result<null>> => {
  const newEmail = readEmailAddress(given)
  if (newEmail === null) return refuse('invalid_email')
  if (await hasBounced(context.db, context, newEmail)) return refuse('address_bounces')
  const { id: sessionId, userId } = session
  const requestedFrom = hashNetwork(context.config.pinHashing.pepper, networkKey)
  return inTransaction(context.db, async (tx) => {
    const account = await lockAccount(tx, userId)
    // While this waited for the lock, a new PIN for instance may have ended the session.
    if (!account || !(await isSessionLive(tx, userId, sessionId))) return refuse('unauthorized')
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

/** Needs the token mailed to the new address while the requesting session lives. Mails the old address an undo link. */
const confirmEmailChange = async (context: Context, token: string): Promise<Result<{ email: string }>> => {
  try {
    return await confirmOnce(context, token)
  } catch (error) {
    if (isUniqueViolation(error, oneAccountPerAddress) || error instanceof AddressReserved) return refuse('email_taken')
    throw error
  }
}

/** Undoes the transaction: its former owner left the address while this change was being made. */
class AddressReserved extends Error {}

const confirmOnce = ({ db }: Context, token: string): Promise<Result<{ email: string }>> =>
  inTransaction(db, async (tx) => {
    const given = { purpose: 'email-change', token } as const
    const subject = await peekToken(tx, given)
    if (!subject?.userId || !subject.emailChangeId) return refuse('invalid_token')
    const { userId } = subject
    const account = await lockAccount(tx, userId)
    const change = await findEmailChange(tx, subject.emailChangeId)
    if (!account || change?.state !== 'pending') return refuse('invalid_token')
    if (!(await isSessionLive(tx, userId, change.sessionId))) return refuse('invalid_token')
    if (await isReservedForFormerOwner(tx, change.newEmail, userId)) return refuse('email_taken')

    if (!(await redeemToken(tx, given))) return refuse('invalid_token')
    await markConfirmed(tx, change.id)
    await moveAccount(tx, userId, change.newEmail)
    // Once more, because the move waits for another account that leaves this address at the same moment.
    if (await isReservedForFormerOwner(tx, change.newEmail, userId)) throw new AddressReserved()
    await voidPendingChanges(tx, userId)
    await revokeSessions(tx, userId, { keptSessionId: change.sessionId, reason: 'email_changed' })
    await voidTokens(tx, userId)
    const values = { changeId: change.id }
    await queueMail(tx, { to: change.oldEmail, userId, language: account.lang, template: 'email_changed', values })
    await addJob(tx, 'change-customer-email', { userId }, { key: `change-customer-email:${userId}` })
    return ok({ email: change.newEmail })
  })
