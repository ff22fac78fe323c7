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

/** Script URLs must come from a named policy of the server's Trusted Types: this one returns a single address. */
export function trustScriptAddress(policy: string, address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy(policy, { createScriptURL: () => address }).createScriptURL(address) ?? address
}
