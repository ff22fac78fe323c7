/** Keeps the app's own files for a start without network. Where it is not possible, the app works all the same. */
export const registerServiceWorker = (): void => {
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
 * The policy of the server asks that addresses of scripts come from a named rule: this makes one that knows a single address, and gives
 * that address as the browser wants it.
 */
export const trustScriptAddress = (policy: string, address: string): string => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy(policy, { createScriptURL: () => address }).createScriptURL(address) ?? address
}
