import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { MailLinks } from '../../platform/messages/deliver-mail.ts'
import type { MailTemplate } from '../../platform/messages/mail-texts.ts'
import { queueMail, requestMail } from '../../platform/messages/queue-mail.ts'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { findEmailChange } from './email-changes.sql.ts'
import { findAccount, findAccountByEmail, holdAddress } from './users.sql.ts'

type AddressedRequest = { email: string; requestedFrom: string }

/** Mails only active accounts. */
export async function mailPinLink(context: Context, request: AddressedRequest): Promise<void> {
  const account = await findAccountByEmail(context.db, request.email)
  if (account?.isActive) await mailOwner(context, request, account, 'set_pin_after_restore')
}

/** Also mails a deleted account, whose owner may sign in to keep it. */
export async function mailDeviceLink(context: Context, request: AddressedRequest): Promise<void> {
  const account = await findAccountByEmail(context.db, request.email)
  if (account) await mailOwner(context, request, account, 'new_device')
}

/** Tells the owner that the address was used to register again. */
export async function mailSignInHint(context: Context, request: AddressedRequest): Promise<void> {
  const account = await findAccountByEmail(context.db, request.email)
  if (account) await mailOwner(context, request, account, 'sign_in_hint')
}

const mailOwner = async (
  context: Context,
  { email, requestedFrom }: AddressedRequest,
  { id: userId, lang: language }: { id: string; lang: string },
  template: 'set_pin_after_restore' | 'new_device' | 'sign_in_hint',
): Promise<void> => {
  await inTransaction(context.db, (tx) =>
    requestMail(tx, context, { to: email, userId, language, template, values: {}, requestedFrom }),
  )
}

/** To the new address a link, or a hint when it is taken; to the old one a notice. */
export async function mailEmailChange(
  context: Context,
  { changeId, requestedFrom }: { changeId: string; requestedFrom: string },
): Promise<void> {
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

const usualMinutes = 10

const linkTokens: Partial<
  Record<MailTemplate, { purpose: 'pin-setup' | 'device' | 'email-change' | 'email-undo'; minutes: number }>
> = {
  set_pin_after_restore: { purpose: 'pin-setup', minutes: usualMinutes },
  payment_arrived_no_pin: { purpose: 'pin-setup', minutes: usualMinutes },
  join_set_pin: { purpose: 'pin-setup', minutes: 60 },
  new_device: { purpose: 'device', minutes: usualMinutes },
  email_change_confirm: { purpose: 'email-change', minutes: 60 },
  email_changed: { purpose: 'email-undo', minutes: 7 * 24 * 60 },
}

/** Issues the token when the mail leaves: its time starts then, and the queue holds nothing worth stealing. */
export const makeLink: MailLinks['makeLink'] = async (db, template, { userId, to, values }) => {
  if (template === 'gift_waits') return makeGiftLink(db, values.registrationId ?? '')
  const wanted = linkTokens[template]
  if (!wanted) return { token: null, minutes: usualMinutes }
  if (userId === null) throw new Error(`the mail ${template} was queued without a user`)
  const { purpose, minutes } = wanted
  const token =
    purpose === 'pin-setup' || purpose === 'device'
      ? await issueForAddress(db, { userId, email: to, purpose, minutes })
      : await issueForEmailChange(db, { changeId: values.changeId ?? '', purpose, minutes })
  return token === null ? null : { token, minutes }
}

/** Lasts as long as a registration: whoever opens it proves the mailbox, and there may be no account yet. */
const giftMinutes = 7 * 24 * 60

const makeGiftLink = async (db: Db, registrationId: string): Promise<{ token: string; minutes: number }> => ({
  token: await issueToken(db, { purpose: 'gift', registrationId, minutes: giftMinutes }),
  minutes: giftMinutes,
})

/** Holds the address until the token is stored, so that a change of address voids every token in the old mailbox. */
const issueForAddress = (
  db: Db,
  wanted: { userId: string; email: string; purpose: 'pin-setup' | 'device'; minutes: number },
): Promise<string | null> =>
  inTransaction(db, async (tx) => {
    const { userId, email, purpose, minutes } = wanted
    return (await holdAddress(tx, userId, email)) ? issueToken(tx, { purpose, userId, minutes }) : null
  })

/** Null unless the change still waits for its confirmation, or can still be undone. */
const issueForEmailChange = async (
  db: Db,
  { changeId, purpose, minutes }: { changeId: string; purpose: 'email-change' | 'email-undo'; minutes: number },
): Promise<string | null> => {
  const change = await findEmailChange(db, changeId)
  if (change?.state !== (purpose === 'email-undo' ? 'confirmed' : 'pending')) return null
  return issueToken(db, { purpose, userId: change.userId, emailChangeId: change.id, minutes })
}
