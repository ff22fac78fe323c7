import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const idBytes = 16
const macBytes = 16
const pattern = /^[A-Za-z0-9_-]{43}$/

/**
 * The token of an unsubscribe link: the learner's id and a keyed hash of it. It works for as long as the secret lives and as often as
 * it is used, since a mail may be opened years later, and it is good for nothing else.
 */
export const unsubscribeToken = (secret: string, userId: string): string => {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, macOf(secret, id)]).toString('base64url')
}

/** The learner that a token of ours names, else null. */
export const readUnsubscribeToken = (secret: string, token: string): string | null => {
  if (!pattern.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, idBytes)
  if (bytes.length !== idBytes + macBytes || !timingSafeEqual(bytes.subarray(idBytes), macOf(secret, id))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const macOf = (secret: string, id: Buffer): Buffer => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'unsubscribe link', 32))
  return createHmac('sha256', key).update(id).digest().subarray(0, macBytes)
}
