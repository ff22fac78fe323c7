import type { TextLanguage } from '@kitewise/rules/language'

/** Caches the app's files for a start without network. Where it is not supported, the app works all the same. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(trustScriptAddress('service-worker', '/sw.js')).catch(() => undefined)
  })
}

/** The first screen comes first. Milliseconds. */
const busyMs = 3_000

/**
 * Runs once, some seconds later, when the page has nothing to do: for what is loaded in advance, to be there without a network.
 * Never without a service worker, which alone makes use of it, and not when data is to be saved.
 */
export function inAdvance(work: (worker: ServiceWorkerRegistration) => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = async (): Promise<void> => {
    const worker = await navigator.serviceWorker.ready
    if (!isMetered()) work(worker)
  }
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(() => void start()) : void start()), busyMs)
}

/**
 * Runs once the page has had nothing to do for a moment: for what the learner likely opens next. Not when data is to be saved.
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void): () => void {
  if (!import.meta.env.PROD) return () => undefined
  const start = (): void => void (isMetered() || work())
  const timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(start) : start()), calmMs)
  return () => clearTimeout(timer)
}

/** A screen has painted and asked for its own data by then. Milliseconds. */
const calmMs = 500

/** What browsers tell about the connection; not all do. */
type Connection = { saveData?: boolean; type?: string }

/** The learner wants to save data, or pays for it, as far as the browser knows. */
const isMetered = (): boolean => {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || connection?.type === 'cellular'
}

/** Has the screens of a learner kept, with their texts. Also in a version that waits. */
export function keepScreens(language: TextLanguage): void {
  inAdvance(({ active, waiting }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    for (const worker of [active, waiting]) worker?.postMessage({ keepScreens: language })
  })
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
