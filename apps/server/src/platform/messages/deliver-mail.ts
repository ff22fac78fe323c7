import { MailRefused, type OutgoingMail } from '../../adapters/mail/port.ts'
import type { Context } from '../../context.ts'
import { during, note } from '../../telemetry/signals.ts'
import { isMailTemplate, type MailTemplate, type StopSubject, stopSubjectOf } from './mail-texts.ts'
import {
  type ClaimedMail,
  claimMail,
  deleteOldMailboxMails,
  deleteOldMails,
  isMailOpen,
  markRefused,
  markSent,
  releaseMail,
} from './mails.sql.ts'
import { renderMail } from './render-mail.ts'
import { isSuppressed, recordReport } from './returned-mail.ts'
import { deleteOldSuppressions } from './suppressed-addresses.sql.ts'

/** Longer than any mailer takes to send one mail. */
const claimSeconds = 60

/** The token in a mail's link, where the template has one, and how long the link is valid. */
export type MailLink = { token: string | null; minutes: number }

/** What the features know about a mail's links. Both run when the mail leaves, not when it is queued. */
export type MailLinks = {
  /** Null when the link is no longer useful: the mail is then not sent. */
  makeLink: (
    db: Context['db'],
    template: MailTemplate,
    mail: Pick<ClaimedMail, 'userId' | 'to' | 'values'>,
  ) => Promise<MailLink | null>
  /** The links that stop mails of this kind; null when the learner no longer wants them. */
  findUnsubscribeUrls: (
    context: Context,
    mail: Pick<ClaimedMail, 'id' | 'userId' | 'to'>,
    subject: StopSubject,
  ) => Promise<{ oneClick: string; page: string } | null>
}

/** Sends a queued mail once; throws when the job should retry. After a crash, a mail may go out again with the same Message-ID. */
export async function deliverMail(context: Context, mailId: string, links: MailLinks): Promise<void> {
  const { db, log, mailer } = context
  const mail = await claimMail(db, mailId, claimSeconds)
  if (!mail) {
    if (await isMailOpen(db, mailId)) throw new Error('another process is sending this mail')
    return
  }
  try {
    const { template, to } = mail
    if (!isMailTemplate(template)) throw new Error(`no text for the mail ${template}`)
    if (await isSuppressed(context, { template, to })) return await markRefused(db, mailId, 'suppressed')
    const written = await writeMail(context, { ...mail, template }, links)
    // Since it was queued, consent was withdrawn, the address changed, or the reminder became pointless.
    if (written === null) return await markRefused(db, mailId, 'not_needed')
    await during('call', 'mail', () => mailer.send(written))
  } catch (error) {
    if (!(error instanceof MailRefused)) {
      note('mail', { outcome: 'failed' })
      await releaseMail(db, mailId)
      throw error
    }
    log.warn({ mailId, template: mail.template, err: error }, 'mail permanently refused')
    note('mail', { outcome: 'refused' })
    await markRefused(db, mailId, 'by_server')
    // Without an enhanced status, the server may have refused us rather than the address.
    if (error.status !== null) await recordReport(context, { kind: 'bounce', mailIds: [mailId], status: error.status })
    return
  }
  note('mail', { outcome: 'sent' })
  await markSent(db, mailId)
}

const writeMail = async (
  context: Context,
  mail: ClaimedMail & { template: MailTemplate },
  { makeLink, findUnsubscribeUrls }: MailLinks,
): Promise<OutgoingMail | null> => {
  const { db, config } = context
  const { template } = mail
  const link = await makeLink(db, template, mail)
  if (link === null) return null
  const subject = stopSubjectOf(template)
  const stop = subject === null ? null : await findUnsubscribeUrls(context, mail, subject)
  if (subject !== null && stop === null) return null
  const { language, values } = mail
  const written = renderMail(config, { template, language, values, link, unsubscribeUrl: stop?.page ?? null })
  const messageId = `<${mail.id}@${config.mail.from.address.split('@')[1]}>`
  return { messageId, to: mail.to, ...written, unsubscribeUrl: stop?.oneClick ?? null }
}

const keptDays = 30
/** Deduplication keys outlive the longest subscription period, so that no mail repeats. */
const keyedKeptDays = 400
/** After that, one mail may try the address again. */
const suppressedDays = 400

export async function purgeMails({ db }: Context): Promise<void> {
  await deleteOldMails(db, keptDays, keyedKeptDays)
  await deleteOldMailboxMails(db, keptDays)
  await deleteOldSuppressions(db, suppressedDays)
}
