import { useLocale } from 'use-intl'
import { ApiError } from './api-error.ts'

/**
 * The server's sentence for a refusal, where the spec wants it shown: `serverText(error, t('cancelFailed'))`. The second is said when
 * the server gave none, and in every other language, since the server's sentences are English.
 */
export const useServerText = () => {
  const locale = useLocale()
  return (error: unknown, fallback: string): string => {
    const isSaid = error instanceof ApiError && error.code !== 'unknown' && error.message !== ''
    return isSaid && locale === 'en' ? error.message : fallback
  }
}
