import webPush from 'web-push'
import type { PushConfig } from '../../push-settings.ts'
import { isPushService } from './is-push-service.ts'
import type { PushSender } from './port.ts'

const timeoutMs = 10_000

/** One message of ours waits at the push service, not several. */
const topic = 'reminder'

/**
 * Web push (RFC 8030, 8188, 8291, 8292): the library encrypts and signs, the request is our own, since it may follow no redirect and
 * goes to known push services alone.
 */
export const createWebPushSender = ({ publicKey, privateKey, contact, services }: PushConfig): PushSender => ({
  accepts: (endpoint) => isPushService(endpoint, services),
  send: async ({ endpoint, p256dh, auth }, message, lifeSeconds) => {
    if (!isPushService(endpoint, services)) return 'refused'
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: contact, publicKey, privateKey },
        TTL: lifeSeconds,
        urgency: 'normal',
        topic,
      },
    )
    const { 'Content-Length': _, ...rest } = headers
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: rest,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return outcomeOf(response.status)
  },
})

/** RFC 8030: 404 and 410 end a subscription; 429 and failures of the service pass. Redirects are not followed. */
const outcomeOf = (status: number): 'sent' | 'gone' | 'refused' => {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  return 'refused'
}
