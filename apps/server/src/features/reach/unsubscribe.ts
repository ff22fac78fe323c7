import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { mailedToken } from '@kitewise/rules/mailed-token'
import type { Context } from '../../context.ts'
import type { StopSubject } from '../../platform/messages/mail-texts.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findMarketingConsent } from './marketing-consent.sql.ts'
import { decideMarketingConsent } from './marketing-mail.ts'
import { isReminderWanted } from './push-reminder.ts'
import { stopReminders } from './reminder-settings.ts'

/** Idempotent, also for a deleted account. */
export async function unsubscribe(
  context: Context,
  token: string,
  { everything = false }: { everything?: boolean | undefined } = {},
): Promise<Result<null>> {
  const named = readUnsubscribeToken(context.config.sessionSecret, token)
  if (named === null) return refuse('invalid_token')
  const { userId, subject } = named
  if (everything || subject === 'reminders') await stopReminders(context, userId)
  if (everything || subject === 'marketing')
    await decideMarketingConsent(context, { userId, isGiven: false, place: 'unsubscribe_link' })
  return ok(null)
}

/** Null when the learner doesn't want these mails anymore: the mail is then not sent. */
export async function findUnsubscribeUrls(
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  userId: string,
  subject: StopSubject,
): Promise<{ oneClick: string; page: string } | null> {
  const { db, config } = context
  const isWanted =
    subject === 'marketing' ? await findMarketingConsent(db, userId) : await isReminderWanted(context, userId)
  if (!isWanted) return null
  const token = unsubscribeToken(config.sessionSecret, userId, subject)
  return { oneClick: `${config.publicUrl}/u/${token}`, page: `${config.publicUrl}${unsubscribePath(token, subject)}` }
}

export function unsubscribePath(token: string, subject: StopSubject): string {
  return `/unsubscribe?token=${encodeURIComponent(mailedToken(token))}${subject === 'reminders' ? '&about=reminders' : ''}`
}

const idBytes = 16
const macBytes = 16
const pattern = /^[A-Za-z0-9_-]{43}$/

/** Each subject has its own key, so that a link only stops what it was made for. */
const purposes: Record<StopSubject, string> = { marketing: 'unsubscribe link', reminders: 'reminder link' }

/** No expiry and no use limit, since a mail may be opened years later; it permits nothing else. */
export function unsubscribeToken(secret: string, userId: string, subject: StopSubject = 'marketing'): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(secret, id, subject)]).toString('base64url')
}

export function readUnsubscribeToken(secret: string, given: string): { userId: string; subject: StopSubject } | null {
  const token = mailedToken(given)
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
