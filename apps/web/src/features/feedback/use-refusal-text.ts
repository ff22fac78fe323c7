import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api-client.ts'
import { useErrorText, useServerText } from '../../lib/error-text.ts'

/** Why a feedback was not taken: in our words where we know the reason, else in the server's, else 'Failed to send feedback'. */
export const useRefusalText = () => {
  const t = useTranslations('feedback')
  const errorText = useErrorText()
  const serverText = useServerText()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return errorText(error, t('failed'))
    if (error.code === 'feedback_empty') return t('missing')
    if (error.code === 'rating_missing') return t('ratingMissing')
    if (error.code === 'too_many_requests') return t('tooMany')
    return errorText(error, serverText(error, t('failed')))
  }
}
