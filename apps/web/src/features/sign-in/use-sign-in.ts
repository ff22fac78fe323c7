import { useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { adoptProfileLanguage } from '../../lib/i18n/language.ts'
import { session } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { failureOf, type SignInFailure } from './sign-in-failure.ts'
import { useFailureText } from './use-failure-text.ts'

type Credentials = { email: string; pin: string }

/**
 * Signs in, and starts the session when a token comes back. A failure is told inline (`failure`) and as a toast.
 * @param onSignedIn called just before the session begins
 * @param onFailed called after a failure, to clear the PIN
 */
export const useSignIn = (onSignedIn: () => void, onFailed: () => void) => {
  const failureText = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const fail = (reason: SignInFailure): void => {
    const text = failureText(reason)
    setBusy(false)
    setFailure(text)
    toast.error(text)
    onFailed()
  }
  const signIn = async (body: Credentials): Promise<void> => {
    setBusy(true)
    setFailure(null)
    toast.clear()
    try {
      const { jwt, user } = await call('POST /api/product-user/login', { body })
      if (!jwt) return fail({ kind: 'invalid' })
      onSignedIn()
      adoptProfileLanguage(user.lang)
      session.setToken(jwt, user)
    } catch (problem) {
      fail(failureOf(problem))
    }
  }
  return { signIn, isBusy, failure }
}
