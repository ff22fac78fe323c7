import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api-client.ts'
import { roundWait, useServerText } from '../../lib/error-text.ts'

/** The sentences of ours for what the server refuses, for everybody who does not read its English. */
const refusals = {
  invalid_token: 'linkOver',
  email_taken: 'taken',
  invalid_email: 'invalid',
  same_email: 'same',
} as const

const isKnown = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

/** The sentence for a call that failed (product spec §8): how long to wait, else why it was refused, else `fallback`. */
export const useFailureText = (): ((error: unknown, fallback: string) => string) => {
  const login = useTranslations('login')
  const t = useTranslations('changeEmail')
  const serverText = useServerText()
  return (error, fallback) => {
    if (!(error instanceof ApiError) || error.status >= 500) return fallback
    const { status, code, retryAfterSeconds: seconds } = error
    if (status === 429) return login('tooMany', seconds === null ? { unit: 'other', count: 0 } : roundWait(seconds))
    return serverText(error, isKnown(code) ? t(refusals[code]) : fallback)
  }
}
