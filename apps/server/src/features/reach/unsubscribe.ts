import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { StopSubject } from '../../platform/messages/mail-texts.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findMarketingConsent } from './consents.sql.ts'
import { decideMarketingConsent } from './marketing-mail.ts'
import { isReminderWanted } from './push-reminder.ts'
import { stopReminders } from './reminder-settings.ts'

/**
 * Ends the mails that a link came with, marketing or reminders, or every kind that can be ended. Again it changes nothing, and so for
 * an account that has gone.
 */
export const unsubscribe = async (
  context: Context,
  token: string,
  { everything = false }: { everything?: boolean | undefined } = {},
): Promise<Result<null>> => {
  const named = readUnsubscribeToken(context.config.sessionSecret, token)
  if (named === null) return refuse('invalid_token')
  const { userId, subject } = named
  if (everything || subject === 'reminders') await stopReminders(context, userId)
  if (everything || subject === 'marketing')
    await decideMarketingConsent(context, { userId, isGiven: false, place: 'unsubscribe_link' })
  return ok(null)
}

/** The links that end such mails for a learner; null when they are not wanted any more, and then the mail is not sent. */
export const findUnsubscribeUrls = async (
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  userId: string,
  subject: StopSubject,
): Promise<{ oneClick: string; page: string } | null> => {
  const { db, config } = context
  const isWanted =
    subject === 'marketing' ? await findMarketingConsent(db, userId) : await isReminderWanted(context, userId)
  if (!isWanted) return null
  const token = unsubscribeToken(config.sessionSecret, userId, subject)
  return { oneClick: `${config.publicUrl}/u/${token}`, page: `${config.publicUrl}${unsubscribePath(token, subject)}` }
}

/** The page with the button that ends such mails; it is told what for, so that it can say so before anything happens. */
export const unsubscribePath = (token: string, subject: StopSubject): string =>
  `/unsubscribe?token=${encodeURIComponent(token)}${subject === 'reminders' ? '&about=reminders' : ''}`

const idBytes = 16
const macBytes = 16
const pattern = /^[A-Za-z0-9_-]{43}$/

/** Each subject has a key of its own, so that a link ends what it was made for. */
const purposes: Record<StopSubject, string> = { marketing: 'unsubscribe link', reminders: 'reminder link' }

/**
 * The token of an unsubscribe link: the learner's id and a keyed hash of it. It works for as long as the secret lives and as often as
 * it is used, since a mail may be opened years later, and it is good for nothing else.
 */
export const unsubscribeToken = (secret: string, userId: string, subject: StopSubject = 'marketing'): string => {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(secret, id, subject)]).toString('base64url')
}

/** The learner that a token of ours names and what it ends, else null. */
export const readUnsubscribeToken = (
  secret: string,
  token: string,
): { userId: string; subject: StopSubject } | null => {
  if (!pattern.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, idBytes)
  if (bytes.length !== idBytes + macBytes) return null
  const isFor = (subject: StopSubject) => timingSafeEqual(bytes.subarray(idBytes), macOf(secret, id, subject))
  const subject = (['marketing', 'reminders'] as const).find(isFor)
  if (subject === undefined) return null
  return { userId: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), subject }
}

const macOf = (secret: string, id: Buffer, subject: StopSubject): Buffer => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purposes[subject], 32))
  return createHmac('sha256', key).update(id).digest().subarray(0, macBytes)
}
