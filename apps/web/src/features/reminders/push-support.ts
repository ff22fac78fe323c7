/**
 * Whether this browser can show reminders: `ready`, `denied` by its person, `needsInstall` where only an app on the home screen may
 * (iPhone and iPad), or `none`.
 */
export type PushSupport = 'ready' | 'denied' | 'needsInstall' | 'none'

/** iPads call themselves Macs; a Mac has no touch screen. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export const pushSupport = (): PushSupport => {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!hasPush) return isAppleTouch() ? 'needsInstall' : 'none'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}
