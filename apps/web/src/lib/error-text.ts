import { useLocale, useTranslations } from 'use-intl'
import { ApiError, NetworkError } from './api-client.ts'
import { brand } from './brand.ts'

/** For a failed call without a sentence of its own: `errorText(error, t('loadFailed'))`, the fallback second. */
export function useErrorText() {
  const t = useTranslations('errors')
  return (error: unknown, fallback: string = t('generic')): string => {
    if (error instanceof NetworkError) return t('network', brand)
    if (error instanceof ApiError && error.status === 503) return t('unavailable', brand)
    // Any call may need it in a session of an organization's provider; screens that always do ask for it first.
    if (error instanceof ApiError && error.code === 'owner_proof_needed') return t('ownProofNeeded')
    return fallback
  }
}

/**
 * The server's sentence where docs/product.md wants it shown. They are English, so other languages get the fallback.
 */
export function useServerText() {
  const locale = useLocale()
  return (error: unknown, fallback: string): string => {
    const isSaid = error instanceof ApiError && error.message !== '' && (error.code !== 'unknown' || error.status < 500)
    return isSaid && locale === 'en' ? error.message : fallback
  }
}

/**
 * For refusals that have sentences of their own: the server's where they are shown, `own` by code for readers of other languages,
 * the wait after too many attempts. The fallback is for everything else.
 */
export function useRefusalText() {
  const serverText = useServerText()
  const tooManyText = useTooManyText()
  return (error: unknown, fallback: string, own: Partial<Record<string, string>>): string => {
    if (!(error instanceof ApiError) || error.status >= 500) return fallback
    if (error.status === 429) return tooManyText(error.retryAfterSeconds)
    return serverText(error, own[error.code] ?? fallback)
  }
}

/** How long to wait after too many attempts. `null` when the server did not say. */
export function useTooManyText(): (seconds: number | null) => string {
  const t = useTranslations('errors')
  return (seconds) => t('tooMany', seconds === null ? { unit: 'other', count: 0 } : roundWait(seconds))
}

/** A wait in the largest natural unit, rounded up: 300 seconds are 5 minutes. */
function roundWait(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds < 60) return { unit: 'seconds', count: Math.max(1, seconds) }
  if (seconds < 3600) return { unit: 'minutes', count: Math.ceil(seconds / 60) }
  return { unit: 'hours', count: Math.ceil(seconds / 3600) }
}
