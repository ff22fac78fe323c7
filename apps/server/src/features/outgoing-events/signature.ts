import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** 256 random bits as receivers' libraries read them: `whsec_` and Base64. */
export function newSigningSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/**
 * The headers of Standard Webhooks 1.0. With several secrets, each signs, and the receiver accepts any.
 * @param id of the event, the same for each attempt, so that a receiver can ignore repetitions
 * @param at Unix seconds
 */
export function signWebhook(
  secrets: readonly string[],
  id: string,
  at: number,
  payload: string,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${payload}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signatures.join(' ') }
}
