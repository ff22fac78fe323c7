import { ApiError, call } from '../../lib/api-client.ts'
import { interfaceLocale, useLanguage } from '../../lib/i18n/language.ts'
import { useAnswer } from '../../lib/use-answer.ts'

type Which = { variant: number; version: number }

/** The quiz in the language of the interface; `isUnknown` when there is none of that variant and version. */
export const useQuiz = ({ variant, version }: Which) => {
  useLanguage((state) => state.language)
  const answer = useAnswer(`${variant}-${version}-${interfaceLocale()}`, (signal) =>
    call('GET /api/quizzes/{variant}/{version}', {
      params: { variant: String(variant), version: String(version) },
      signal,
    }),
  )
  const isUnknown = answer.error instanceof ApiError && answer.error.code === 'quiz_not_found'
  return { ...answer, isUnknown }
}
