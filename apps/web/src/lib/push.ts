import { trustScriptAddress } from './service-worker.ts'

/**
 * Ends notifications in this browser, for whoever signs out of it. The server hears of it from the push service when it next sends
 * something. What goes wrong here is told to nobody, since nobody could do anything about it.
 */
export const leavePush = async (): Promise<void> => {
  const subscription = await findSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}

/** No page lies here: the worker that keeps the app's files stays the one of every page. */
const scope = '/push/'

/** A browser asks its push service only for a worker that is at work. */
const whenActive = async (registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> => {
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return registration
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the push worker did not start'))
    })
  })
  return registration
}

/** Registers the worker that shows notifications, or finds it, and waits until it is at work. */
export const startPushWorker = async (): Promise<ServiceWorkerRegistration> =>
  whenActive(await navigator.serviceWorker.register(trustScriptAddress('push-worker', '/push-worker.js'), { scope }))

/** The subscription of this browser, or null. */
export const findSubscription = async (): Promise<PushSubscription | null> => {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return registration?.scope.endsWith(scope) ? registration.pushManager.getSubscription() : null
}
