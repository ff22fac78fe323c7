import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { StopSubject } from '../mail/mail-template.ts'

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
