import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { issueToken, peekToken, redeemToken } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findEmailChange, markUndone, voidLaterChanges } from './email-changes.sql.ts'
import { beginBlock, endAllSessions, replacePin } from './end-access.ts'
import { endDeletion, lockAnyAccount, lockHolder, moveAccount, setAside } from './users.sql.ts'

const pinMinutes = 10

type Undone = { email: string; pinSetupToken: string }

/**
 * Restores the old address, whatever has happened since: other changes, a deletion, another account at the address. Removes the PIN
 * and every other way in, because the thief knows them; the link proves the mailbox, so the answer can carry a token for a new PIN.
 * `account_blocked`: somebody has proven that the address is theirs. The account is then locked for everybody until support has
 * found out whose it is.
 */
export function undoEmailChange({ db }: Context, token: string): Promise<Result<Undone>> {
  return inTransaction(db, async (tx) => {
    const given = { purpose: 'email-undo', token } as const
    const subject = await peekToken(tx, given)
    if (!subject?.userId || !subject.emailChangeId) return refuse('invalid_token')
    const { userId } = subject
    const account = await lockAnyAccount(tx, userId)
    const change = await findEmailChange(tx, subject.emailChangeId)
    if (!account || change?.state !== 'confirmed') return refuse('invalid_token')
    if (!(await redeemToken(tx, given))) return refuse('invalid_token')

    const { email: left, lang: language } = account
    const { oldEmail: email } = change
    await replacePin(tx, userId, { pinHash: null, sessionId: null, reason: 'email_change_undone' })
    await markUndone(tx, change.id)
    await voidLaterChanges(tx, userId, change.id)
    if (!(await makeRoom(tx, email, userId))) {
      await lockForSupport(tx, { userId, email, language })
      return refuse('account_blocked')
    }
    await moveAccount(tx, userId, email)
    if (!account.isActive) await endDeletion(tx, userId)
    if (left !== email) await queueMail(tx, { to: left, userId, language, template: 'email_change_undone', values: {} })
    await addJob(tx, 'change-customer-email', { userId }, { key: `change-customer-email:${userId}` })
    return ok({ email, pinSetupToken: await issueToken(tx, { purpose: 'pin-setup', userId, minutes: pinMinutes }) })
  })
}

/** An account at the address that nobody has proven to own gives way, and ends. False if somebody has. */
const makeRoom = async (tx: Tx, email: string, userId: string): Promise<boolean> => {
  const holder = await lockHolder(tx, email, userId)
  if (!holder) return true
  if (holder.isProven) return false
  await setAside(tx, holder.id)
  await endAllSessions(tx, holder.id)
  await addJob(tx, 'settle-ended-account', { userId: holder.id, email: null })
  await addJob(tx, 'change-customer-email', { userId: holder.id }, { key: `change-customer-email:${holder.id}` })
  return true
}

/** Nobody can sign in, nor get a link, until staff have decided; what it costs ends with the paid period. */
const lockForSupport = async (
  tx: Tx,
  { userId, email, language }: { userId: string; email: string; language: string },
): Promise<void> => {
  await beginBlock(tx, userId)
  await moveAccount(tx, userId, `locked-${userId}@account.invalid`)
  await addJob(tx, 'settle-ended-account', { userId, email, language })
}
