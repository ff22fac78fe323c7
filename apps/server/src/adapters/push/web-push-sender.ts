import webPush from 'web-push'
import type { PushMessage, PushReceiver, PushSender } from './port.ts'
import type { PushConfig } from './settings.ts'

const timeoutMs = 10_000

/** One message of ours waits at the push service, not several. */
const topic = 'reminder'

/**
 * Web push (RFC 8030, 8188, 8291, 8292): the library encrypts and signs, the request is our own, since it may follow no redirect and
 * goes to known push services alone.
 */
export const createWebPushSender = (config: PushConfig): PushSender => ({
  accepts: (endpoint) => isPushService(endpoint, config.services),
  send: async (receiver, message, lifeSeconds) => {
    if (!isPushService(receiver.endpoint, config.services)) return 'refused'
    const request = encrypt(config, receiver, message, lifeSeconds)
    if (request === null) return 'refused'
    const { 'Content-Length': _, ...headers } = request.headers
    const response = await fetch(receiver.endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return outcomeOf(response.status)
  },
})

/** The request; null for keys that nothing can be encrypted with: they came from outside, and trying again mends nothing. */
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

/** RFC 8030: 404 and 410 end a subscription; 429 and failures of the service pass. Redirects are not followed. */
const outcomeOf = (status: number): 'sent' | 'gone' | 'refused' => {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  return 'refused'
}

/**
 * Whether an address that a browser gave lies at a push service of the configuration. Nothing else is ever called: the address
 * comes from outside and would else lead our requests to machines that only we can reach. Source: security T42.
 * @param services origins; `https://*.name` also stands for every name below it
 */
export const isPushService = (address: string, services: readonly string[]): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, host } = new URL(address)
  if (username !== '' || password !== '') return false
  return services.some((service) => {
    const [wantedProtocol, wantedHost = ''] = service.split('//')
    if (protocol !== wantedProtocol) return false
    return wantedHost.startsWith('*.') ? host.endsWith(wantedHost.slice(1)) : host === wantedHost
  })
}
