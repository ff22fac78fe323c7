import { deviceSeconds } from '../features/accounts/device-token.ts'

/** Over https the name begins with `__Host-`, so that no other host or path can plant the cookie. */
const cookieName = (publicUrl: string) => (publicUrl.startsWith('https://') ? '__Host-device' : 'device')

/** The device token among the cookies of a request, or null. */
export const readDeviceCookie = (header: string | undefined, publicUrl: string): string | null => {
  const prefix = `${cookieName(publicUrl)}=`
  const found = (header ?? '').split(';').find((cookie) => cookie.trim().startsWith(prefix))
  return found ? found.trim().slice(prefix.length) : null
}

export const deviceCookie = (token: string, publicUrl: string): string => {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${token}; Path=/; Max-Age=${deviceSeconds}; HttpOnly; SameSite=Strict${secure}`
}
