/** Caches the app's files for a start without network. Where it is not supported, the app works all the same. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(trustScriptAddress('service-worker', '/sw.js')).catch(() => undefined)
  })
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

/**
 * The server's Trusted Types policy requires that script URLs come from a named policy: this creates one that returns a
 * single address.
 */
export function trustScriptAddress(policy: string, address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy(policy, { createScriptURL: () => address }).createScriptURL(address) ?? address
}
