import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { mailedToken } from '@kitewise/rules/mailed-token'
import type { Context } from '../../context.ts'
import type { StopSubject } from '../../platform/messages/mail-texts.ts'
import { inTransaction } from '../../database/transaction.ts'
import { declineUnasked, wantsNoUnasked } from '../../platform/messages/unasked-mail.ts'
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
  const { id, subject } = named
  if (subject === 'invitations') {
    const isKnown = await inTransaction(context.db, (tx) => declineUnasked(tx, context.config, id))
    return isKnown ? ok(null) : refuse('invalid_token')
  }
  const userId = id
  if (everything || subject === 'reminders') await stopReminders(context, userId)
  if (everything || subject === 'marketing')
    await decideMarketingConsent(context, { userId, isGiven: false, place: 'unsubscribe_link' })
  return ok(null)
}

type StoppableMail = {
  id: string
  /** Null for somebody without an account. */
  userId: string | null
  to: string
}

/** Null when the receiver doesn't want these mails anymore: the mail is then not sent. */
export async function findUnsubscribeUrls(
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  mail: StoppableMail,
  subject: StopSubject,
): Promise<{ oneClick: string; page: string } | null> {
  const { config } = context
  if (!(await isWanted(context, mail, subject))) return null
  const token = unsubscribeToken(
    config.sessionSecret,
    (subject === 'invitations' ? mail.id : mail.userId) ?? '',
    subject,
  )
  return { oneClick: `${config.publicUrl}/u/${token}`, page: `${config.publicUrl}${unsubscribePath(token, subject)}` }
}

const isWanted = async (
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  { userId, to }: StoppableMail,
  subject: StopSubject,
): Promise<boolean> => {
  const { db, config } = context
  if (subject === 'invitations') return !(await wantsNoUnasked(db, config, to))
  if (userId === null) return false
  return subject === 'marketing' ? findMarketingConsent(db, userId) : isReminderWanted(context, userId)
}

export function unsubscribePath(token: string, subject: StopSubject): string {
  return `/unsubscribe?token=${encodeURIComponent(mailedToken(token))}${subject === 'marketing' ? '' : `&about=${subject}`}`
}

const idBytes = 16
const macBytes = 16
const pattern = /^[A-Za-z0-9_-]{43}$/

/** Each subject has its own key, so that a link only stops what it was made for. */
const purposes: Record<StopSubject, string> = {
  marketing: 'unsubscribe link',
  reminders: 'reminder link',
  invitations: 'invitation link',
}

/**
 * No expiry and no use limit, since a mail may be opened years later; it permits nothing else. It names a learner, or, for
 * invitations, the mail itself.
 */
export function unsubscribeToken(secret: string, namedId: string, subject: StopSubject = 'marketing'): string {
  const id = Buffer.from(namedId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(secret, id, subject)]).toString('base64url')
}

export function readUnsubscribeToken(secret: string, given: string): { id: string; subject: StopSubject } | null {
  const token = mailedToken(given)
  if (!pattern.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, idBytes)
  if (bytes.length !== idBytes + macBytes) return null
  const isFor = (subject: StopSubject) => timingSafeEqual(bytes.subarray(idBytes), macOf(secret, id, subject))
  const subject = (['marketing', 'reminders', 'invitations'] as const).find(isFor)
  if (subject === undefined) return null
  return { id: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), subject }
}

const macOf = (secret: string, id: Buffer, subject: StopSubject): Buffer => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purposes[subject], 32))
  return createHmac('sha256', key).update(id).digest().subarray(0, macBytes)
}
