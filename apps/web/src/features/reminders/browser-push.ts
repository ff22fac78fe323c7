import type { Reminders } from '@kitewise/contract/reminders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { findSubscription, startPushWorker } from '../../lib/push.ts'
import { useAction } from '../../lib/use-action.ts'
import { remindersQuery } from './api.ts'

const switchPush = async (isOn: boolean, { pushKey }: Reminders): Promise<Reminders | null> => {
  if (!isOn) {
    const endpoint = await unsubscribeBrowser()
    return endpoint === null ? null : call('POST /api/product-user/push-subscription/remove', { body: { endpoint } })
  }
  const subscription = await subscribeBrowser(pushKey)
  return subscription && call('PUT /api/product-user/push-subscription', { body: subscription })
}

/** Notifications in this browser: whether it supports them, whether they are on here, and the switch. */
export function useBrowserPush(reminders: Reminders) {
  const client = useQueryClient()
  const [support, setSupport] = useState(pushSupport)
  // The permission may have changed in the browser's settings.
  useEffect(() => {
    const look = (): void => setSupport(pushSupport())
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  const own = useQuery({
    queryKey: ['push-endpoint', reminders.pushKey],
    queryFn: () => findOwnEndpoint(reminders.pushKey),
    enabled: support === 'ready',
  })
  const change = useMutation({
    mutationFn: (isOn: boolean) => switchPush(isOn, reminders),
    onSuccess: (saved) => saved && client.setQueryData(remindersQuery.queryKey, saved),
    onSettled: () => {
      setSupport(pushSupport())
      return own.refetch()
    },
  })
  const { run } = useAction((isWanted: boolean) => change.mutateAsync(isWanted).catch(() => undefined))
  const isOn = typeof own.data === 'string' && reminders.pushEndpoints.includes(own.data)
  return { support, isOn: change.isPending ? change.variables : isOn, change, switchTo: run }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0))
  return own.length === key.length && own.every((byte, index) => byte === key[index])
}

type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const plainOf = (subscription: PushSubscription): BrowserSubscription => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/**
 * Browsers allow asking only after a press. @returns null when permission is denied
 * @param pushKey the server's public key; a subscription made for another key is useless and gets replaced
 */
const subscribeBrowser = async (pushKey: string): Promise<BrowserSubscription | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const key = bytesOf(pushKey)
  const { pushManager } = await startPushWorker()
  const existing = await pushManager.getSubscription()
  if (existing && isFor(existing, key)) return plainOf(existing)
  await existing?.unsubscribe()
  return plainOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
}

/** The endpoint of this browser's subscription, if it was made for this server key; else null. */
const findOwnEndpoint = async (pushKey: string): Promise<string | null> => {
  const subscription = await findSubscription()
  return subscription && isFor(subscription, bytesOf(pushKey)) ? subscription.endpoint : null
}

/** Ends the subscription of this browser. @returns its endpoint, or null if there was none */
const unsubscribeBrowser = async (): Promise<string | null> => {
  const subscription = await findSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint ?? null
}

/** `denied` by the user; `needsInstall` if only an app on the home screen may (iPhone and iPad). */
type PushSupport = 'ready' | 'denied' | 'needsInstall' | 'none'

/** iPads identify as Macs; a Mac has no touch screen. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const pushSupport = (): PushSupport => {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!hasPush) return isAppleTouch() ? 'needsInstall' : 'none'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}
