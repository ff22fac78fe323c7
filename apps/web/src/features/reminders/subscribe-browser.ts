import { findSubscription, startPushWorker } from '../../lib/push.ts'

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0))
  return own.length === key.length && own.every((byte, index) => byte === key[index])
}

export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const plainOf = (subscription: PushSubscription): BrowserSubscription => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/**
 * Asks the person for permission, which browsers allow only after a press, and the browser for a subscription.
 * @param pushKey the server's public key; a subscription made for another one is of no use and is replaced
 * @returns null when the person does not permit it
 */
export const subscribeBrowser = async (pushKey: string): Promise<BrowserSubscription | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const key = bytesOf(pushKey)
  const { pushManager } = await startPushWorker()
  const existing = await pushManager.getSubscription()
  if (existing && isFor(existing, key)) return plainOf(existing)
  await existing?.unsubscribe()
  return plainOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

/** The address of this browser's subscription, if it was made for this key of the server; else null. */
export const findOwnEndpoint = async (pushKey: string): Promise<string | null> => {
  const subscription = await findSubscription()
  return subscription && isFor(subscription, bytesOf(pushKey)) ? subscription.endpoint : null
}

/** Ends the subscription of this browser. @returns its address, or null where there was none */
export const unsubscribeBrowser = async (): Promise<string | null> => {
  const subscription = await findSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint ?? null
}
