import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail, requestMail } from '../../platform/messages/queue-mail.ts'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { findEmailChange } from './email-changes.sql.ts'
import { findAccount, findAccountByEmail, holdAddress } from './users.sql.ts'

/** Orders the mail with the link, in the account's language, when the address has an active account. */
export const mailPinLink = async (
  context: Context,
  { email, requestedFrom }: { email: string; requestedFrom: string },
): Promise<void> => {
  const account = await findAccountByEmail(context.db, email)
  if (!account?.isActive) return
  await inTransaction(context.db, (tx) =>
    requestMail(tx, context, {
      to: email,
      userId: account.id,
      language: account.lang,
      template: 'set_pin_after_restore',
      values: {},
      requestedFrom,
    }),
  )
}

/**
 * Orders the mail with the link that makes a browser known, in the account's language. Also for an account that is being deleted: its
 * owner may sign in to keep it.
 */
export const mailDeviceLink = async (
  context: Context,
  { email, requestedFrom }: { email: string; requestedFrom: string },
): Promise<void> => {
  const account = await findAccountByEmail(context.db, email)
  if (!account) return
  await inTransaction(context.db, (tx) =>
    requestMail(tx, context, {
      to: email,
      userId: account.id,
      language: account.lang,
      template: 'new_device',
      values: {},
      requestedFrom,
    }),
  )
}

/** Tells the owner of an account, in its language, that somebody registered with its address; nothing for other addresses. */
export const mailSignInHint = async (
  context: Context,
  { email, requestedFrom }: { email: string; requestedFrom: string },
): Promise<void> => {
  const account = await findAccountByEmail(context.db, email)
  if (!account) return
  await inTransaction(context.db, (tx) =>
    requestMail(tx, context, {
      to: email,
      userId: account.id,
      language: account.lang,
      template: 'sign_in_hint',
      values: {},
      requestedFrom,
    }),
  )
}

/**
 * Orders the mails of a wish for another address: the link to the new one, or a hint when somebody has it already; and a word to
 * the old one.
 */
export const mailEmailChange = async (
  context: Context,
  { changeId, requestedFrom }: { changeId: string; requestedFrom: string },
): Promise<void> => {
  const { db } = context
  const change = await findEmailChange(db, changeId)
  if (change?.state !== 'pending') return
  const { userId, oldEmail, newEmail } = change
  const asker = await findAccount(db, userId)
  if (!asker) return
  const owner = await findAccountByEmail(db, newEmail)
  const toOld = { to: oldEmail, userId, language: asker.lang, dedupeKey: `email-change-requested:${changeId}` }
  const toNew = { to: newEmail, requestedFrom, dedupeKey: `email-change:${changeId}` }
  await inTransaction(db, async (tx) => {
    if (owner) {
      const { id, lang: language } = owner
      await requestMail(tx, context, { ...toNew, userId: id, language, template: 'email_change_hint', values: {} })
    } else {
      const values = { newEmail, changeId }
      const { lang: language } = asker
      await requestMail(tx, context, { ...toNew, userId, language, template: 'email_change_confirm', values })
    }
    await queueMail(tx, { ...toOld, template: 'email_change_requested', values: {} })
  })
}

type LinkWanted = { userId: string; email: string; purpose: 'pin-setup' | 'device'; minutes: number }

/**
 * A token for a mail to the address that the account has now; null when it has another one by now. The account keeps its address
 * until the token is stored, so that a change of address voids every token that the old mailbox got.
 */
export const issueMailedToken = (db: Db, { userId, email, purpose, minutes }: LinkWanted): Promise<string | null> =>
  inTransaction(db, async (tx) =>
    (await holdAddress(tx, userId, email)) ? issueToken(tx, { purpose, userId, minutes }) : null,
  )

type Wanted = { changeId: string; purpose: 'email-change' | 'email-undo'; minutes: number }

/** A token to confirm a change of address that waits for it, or to undo one that is done; null where that is not so. */
export const issueEmailChangeToken = async (db: Db, { changeId, purpose, minutes }: Wanted): Promise<string | null> => {
  const change = await findEmailChange(db, changeId)
  if (change?.state !== (purpose === 'email-undo' ? 'confirmed' : 'pending')) return null
  return issueToken(db, { purpose, userId: change.userId, emailChangeId: change.id, minutes })
}
