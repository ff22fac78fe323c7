import { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from './api-error.ts'
import { brand } from './brand.ts'

/**
 * Plain words for a failed call, for screens whose spec has no sentence of its own for it.
 * Gives a function: `errorText(error, t('loadFailed'))`; the second is said where nothing better is known.
 */
export const useErrorText = () => {
  const t = useTranslations('errors')
  return (error: unknown, fallback: string = t('generic')): string => {
    if (error instanceof NetworkError) return t('network', brand)
    if (error instanceof ApiError && error.status === 503) return t('unavailable', brand)
    return fallback
  }
}
