import { MailRefused, type OutgoingMail } from '../../adapters/mail/port.ts'
import type { Context } from '../../context.ts'
import { makeLink } from '../../features/accounts/make-mail-link.ts'
import { findUnsubscribeUrls } from '../../features/reach/unsubscribe.ts'
import { isMailTemplate, stopSubjectOf } from './mail-texts.ts'
import {
  type ClaimedMail,
  claimMail,
  closeMail,
  deleteOldMailboxMails,
  deleteOldMails,
  findMailboxRow,
  isMailOpen,
  listMailboxRows,
  type MailboxMail,
  releaseMail,
} from './mails.sql.ts'
import { renderMail } from './render-mail.ts'

/** Longer than any mailer takes over one mail. */
const claimSeconds = 60

/**
 * Sends a queued mail, once: a mail that is sent, refused for good or gone is passed over. Throws when it should be tried again.
 * A process that dies between sending and noting it leaves a mail that is sent again, with the same Message-ID.
 */
export const deliverMail = async (context: Context, { mailId }: { mailId: string }): Promise<void> => {
  const { db, log, mailer } = context
  const mail = await claimMail(db, mailId, claimSeconds)
  if (!mail) {
    if (await isMailOpen(db, mailId)) throw new Error('somebody else has this mail in hand')
    return
  }
  try {
    const written = await writeMail(context, mail)
    // Since it was ordered, a consent was withdrawn, an address has changed, or a reminder has lost its use.
    if (written === null) return await closeMail(db, mailId, 'refused')
    await mailer.send(written)
  } catch (error) {
    if (!(error instanceof MailRefused)) {
      await releaseMail(db, mailId)
      throw error
    }
    log.warn({ mailId, template: mail.template, err: error }, 'mail refused for good')
    await closeMail(db, mailId, 'refused')
    return
  }
  await closeMail(db, mailId, 'sent')
}

/** Null when the mail is of no use any more. */
const writeMail = async (context: Context, mail: ClaimedMail): Promise<OutgoingMail | null> => {
  const { db, config } = context
  const { template, userId } = mail
  if (!isMailTemplate(template)) throw new Error(`no text for the mail ${template}`)
  const link = await makeLink(db, template, mail)
  if (link === null) return null
  const subject = stopSubjectOf(template)
  const stop = subject !== null && userId !== null ? await findUnsubscribeUrls(context, userId, subject) : null
  if (subject !== null && stop === null) return null
  const { language, values } = mail
  const written = renderMail(config, { template, language, values, link, unsubscribeUrl: stop?.page ?? null })
  const messageId = `<${mail.id}@${config.mail.from.address.split('@')[1]}>`
  return { messageId, to: mail.to, ...written, unsubscribeUrl: stop?.oneClick ?? null }
}

export type { MailboxMail }

const mostShown = 100

/** The newest mails that the outbox has kept. */
export const listMailbox = ({ db }: Context): Promise<MailboxMail[]> => listMailboxRows(db, mostShown)

export const findMailboxMail = ({ db }: Context, messageId: string): Promise<MailboxMail | null> =>
  findMailboxRow(db, messageId)

const keptDays = 30
/** A key stays used for longer than any subscription's period, so that nothing is told twice. */
const keyedKeptDays = 400

/** Removes mails that are done with. Their texts are not kept anyway. */
export const purgeMails = async ({ db }: Context): Promise<void> => {
  await deleteOldMails(db, keptDays, keyedKeptDays)
  await deleteOldMailboxMails(db, keptDays)
}
