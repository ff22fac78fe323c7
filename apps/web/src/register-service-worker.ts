const address = '/sw.js'

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

/** The policy of the server asks that addresses of scripts come from a named rule: this one knows a single address. */
const trustedAddress = (): string => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return (
    trustedTypes?.createPolicy('service-worker', { createScriptURL: () => address }).createScriptURL(address) ?? address
  )
}

/** Keeps the app's own files for a start without network. Where it is not possible, the app works all the same. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(trustedAddress()).catch(() => undefined)
  })
}
