import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api-error.ts'
import { roundWait } from '../../lib/round-wait.ts'

/** The sentence for a call that failed (product spec §8): how long to wait, else the server's own, else `fallback`. */
export const useFailureText = (): ((error: unknown, fallback: string) => string) => {
  const t = useTranslations('login')
  return (error, fallback) => {
    if (!(error instanceof ApiError)) return fallback
    const { status, code, message, retryAfterSeconds: seconds } = error
    if (status === 429) return t('tooMany', seconds === null ? { unit: 'other', count: 0 } : roundWait(seconds))
    return status >= 500 || code === 'unknown' || message === '' ? fallback : message
  }
}
