import { trustScriptAddress } from './service-worker.ts'

/** The server learns it from the push service. Errors are ignored: the learner cannot act on them. */
export async function leavePush(): Promise<void> {
  const subscription = await findSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
}

/** No page is in this scope, so the caching worker keeps controlling every page. */
const scope = '/push/'

/** A browser subscribes only through an active worker. */
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

/** Registers the worker that shows notifications, or finds it, and waits until it is active. */
export async function startPushWorker(): Promise<ServiceWorkerRegistration> {
  return whenActive(
    await navigator.serviceWorker.register(trustScriptAddress('push-worker', '/push-worker.js'), { scope }),
  )
}

export async function findSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return registration?.scope.endsWith(scope) ? registration.pushManager.getSubscription() : null
}
