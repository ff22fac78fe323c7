import webPush from 'web-push'
import { during } from '../../telemetry/signals.ts'
import type { PushMessage, PushReceiver, PushSender } from './port.ts'
import type { PushConfig } from './settings.ts'

const timeoutMs = 10_000

/** A newer message replaces a waiting one at the push service. */
const topic = 'reminder'

/** The library encrypts and signs; we send, because the request must follow no redirect and reach only known push services. */
export function createWebPushSender(config: PushConfig): PushSender {
  return {
    accepts: (endpoint) => isPushService(endpoint, config.services),
    send: async (receiver, message, lifeSeconds) => {
      if (!isPushService(receiver.endpoint, config.services)) return 'refused'
      const request = encrypt(config, receiver, message, lifeSeconds)
      if (request === null) return 'refused'
      const { 'Content-Length': _, ...headers } = request.headers
      return during('call', 'push', async () => {
        const response = await fetch(receiver.endpoint, {
          method: 'POST',
          headers,
          body: new Uint8Array(request.body),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        await response.body?.cancel()
        return outcomeOf(response.status)
      })
    },
  }
}

/** Null for keys that cannot encrypt: they come from outside, so a retry would not help. */
const encrypt = (
  { publicKey, privateKey, contact }: PushConfig,
  { endpoint, p256dh, auth }: PushReceiver,
  message: PushMessage,
  lifeSeconds: number,
) => {
  const options = {
    vapidDetails: { subject: contact, publicKey, privateKey },
    TTL: lifeSeconds,
    urgency: 'normal',
    topic,
  } as const
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), options)
  } catch {
    return null
  }
}

/** RFC 8030: 404 and 410 end a subscription; 429 and 5xx are temporary. */
const outcomeOf = (status: number): 'sent' | 'gone' | 'refused' => {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  return 'refused'
}

/** Nothing else is ever called: the address comes from a browser and could point at internal machines (SSRF). */
export function isPushService(address: string, services: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, host } = new URL(address)
  if (username !== '' || password !== '') return false
  return services.some((service) => {
    const [wantedProtocol, wantedHost = ''] = service.split('//')
    if (protocol !== wantedProtocol) return false
    return wantedHost.startsWith('*.') ? host.endsWith(wantedHost.slice(1)) : host === wantedHost
  })
}
