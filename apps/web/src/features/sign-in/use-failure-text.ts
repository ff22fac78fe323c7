import { useTranslations } from 'use-intl'
import { roundWait } from '../../lib/error-text.ts'
import type { SignInFailure } from './sign-in-failure.ts'

/** The sentence for a failure, in the wording of product spec §8. */
export const useFailureText = (): ((failure: SignInFailure) => string) => {
  const t = useTranslations('login')
  return (failure) => {
    if (failure.kind === 'invalid') return t('invalidCredentials')
    if (failure.kind === 'mailbox') return t('checkMailbox')
    if (failure.kind === 'incomplete') return t('pinIncomplete')
    if (failure.kind === 'failed') return t('failed')
    return t('tooMany', failure.seconds === null ? { unit: 'other', count: 0 } : roundWait(failure.seconds))
  }
}
