import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { adoptProfileLanguage } from '../../lib/i18n/language.ts'
import { learnerQuery } from '../../lib/session/queries.ts'
import { session } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { failureOf, type SignInFailure } from './sign-in-failure.ts'
import { useFailureText } from './use-failure-text.ts'

type Credentials = { email: string; pin: string }

/**
 * Signs in, and starts the session when a token comes back. A failure is told inline (`failure`) and as a toast.
 * @param onSignedIn called after the session has begun
 * @param onFailed called after a failure, to clear the PIN
 */
export const useSignIn = (onSignedIn: () => void, onFailed: () => void) => {
  const queryClient = useQueryClient()
  const failureText = useFailureText()
  const fail = (failure: SignInFailure): void => {
    toast.error(failureText(failure))
    onFailed()
  }
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: Credentials) => call('POST /api/product-user/login', { body }),
    onSuccess: ({ jwt, user }) => {
      if (!jwt) return fail({ kind: 'invalid' })
      queryClient.clear()
      queryClient.setQueryData(learnerQuery.queryKey, user)
      adoptProfileLanguage(user.lang)
      session.setToken(jwt)
      onSignedIn()
    },
    onError: (problem) => fail(failureOf(problem)),
  })
  const isRefused = data !== undefined && !data.jwt
  const failure: SignInFailure | null = error ? failureOf(error) : isRefused ? { kind: 'invalid' } : null
  return { signIn: mutate, isBusy: isPending, failure: failure === null ? null : failureText(failure) }
}
