import type { Quiz } from '@kitewise/contract/onboarding-entities'
import { pickWords, type OnboardingQuiz } from '../catalog.ts'

/** An onboarding quiz as a visitor gets it: without what the answers mean for the plan. */
export function quizAnswer(quiz: OnboardingQuiz, wanted: string): Quiz {
  const { words, language } = pickWords(quiz.words, wanted)
  const steps = quiz.steps.map(({ id, kind, options }) => {
    const { title = '', text = '', options: labels = {} } = words[id] ?? {}
    return {
      id,
      kind,
      title,
      text,
      options: options.map((option) => ({
        id: option.id,
        label: labels[option.id] ?? '',
        ...(option.isExclusive && { isExclusive: true as const }),
      })),
    }
  })
  return { variant: quiz.variant, version: quiz.version, language, steps }
}
