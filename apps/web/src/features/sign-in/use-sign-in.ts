import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { openSession, type Credentials } from './open-session.ts'
import { failureOf, type SignInFailure } from './sign-in-failure.ts'
import { useFailureText } from './use-failure-text.ts'

/**
 * Signs in, and starts the session when a token comes back. A failure is told inline (`failure`) and as a toast.
 * @param onSignedIn called just before the session begins
 * @param onFailed called after a failure, to clear the PIN
 */
export const useSignIn = (onSignedIn: () => void, onFailed: () => void) => {
  const t = useTranslations('login')
  const failureText = useFailureText()
  const [failure, setFailure] = useState<string | null>(null)

  const fail = (reason: SignInFailure): void => {
    const text = failureText(reason)
    setFailure(text)
    toast.error(text)
    onFailed()
  }
  const begin = (isRestored: boolean): void => {
    if (isRestored) toast.success(t('restored'))
    onSignedIn()
  }
  const { run: signIn, isBusy } = useAction(async (body: Credentials) => {
    setFailure(null)
    toast.clear()
    try {
      if (!(await openSession(body, begin))) fail({ kind: 'invalid' })
    } catch (problem) {
      fail(failureOf(problem))
    }
  })
  return { signIn, isBusy, failure }
}
