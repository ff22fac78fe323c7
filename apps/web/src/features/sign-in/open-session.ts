import { call } from '../../lib/api-client.ts'
import { adoptProfileLanguage } from '../../lib/i18n/language.ts'
import { session } from '../../lib/session/session.ts'

export type Credentials = { email: string; pin: string }

/**
 * Signs in with e-mail and PIN, and begins the session.
 * @param onSignedIn called just before the session begins, with whether the sign-in undid a deletion of the account
 * @returns false when the server gave no token
 * @throws {ApiError} {NetworkError} as `call` does
 */
export const openSession = async (
  body: Credentials,
  onSignedIn: (isRestored: boolean) => void = () => undefined,
): Promise<boolean> => {
  const { jwt, user, restored = false, needsPlan = false } = await call('POST /api/product-user/login', { body })
  if (!jwt) return false
  onSignedIn(restored)
  adoptProfileLanguage(user.lang)
  session.setToken(jwt, user, needsPlan)
  return true
}
