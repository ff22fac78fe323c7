import type { TextLanguage } from '@kitewise/rules/language'

/** Caches the app's files for a start without network. Where it is not supported, the app works all the same. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(trustScriptAddress('service-worker', '/sw.js')).catch(() => undefined)
  })
}

/** Has the screens of a learner kept, with their texts, for when there is no network. Also in a version that waits. */
export function keepScreens(language: TextLanguage): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.ready.then(({ active, waiting }) =>
    whenIdle(() => {
      if (isMetered()) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
      for (const worker of [active, waiting]) worker?.postMessage({ keepScreens: language })
    }),
  )
}

/** The first screen comes first. Milliseconds. */
const busyMs = 3_000

/** Runs once, some seconds later, when the page has nothing to do. */
export function whenIdle(work: () => void): void {
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work)), busyMs)
}

/** What browsers tell about the connection; not all do. */
type Connection = { saveData?: boolean; type?: string }

/** The learner wants to save data, or pays for it, as far as the browser knows: nothing is loaded in advance. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || connection?.type === 'cellular'
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

/** Script URLs must come from a named policy of the server's Trusted Types: this one returns a single address. */
export function trustScriptAddress(policy: string, address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy(policy, { createScriptURL: () => address }).createScriptURL(address) ?? address
}
