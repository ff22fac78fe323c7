import { trustScriptAddress } from './lib/trust-script-address.ts'

/** Keeps the app's own files for a start without network. Where it is not possible, the app works all the same. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(trustScriptAddress('service-worker', '/sw.js')).catch(() => undefined)
  })
}
