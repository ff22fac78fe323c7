import type { OnboardingOption, OnboardingQuiz, OnboardingStepWords } from './catalog.ts'
import type { OnboardingOptionFile } from './format/onboarding-quiz-file.ts'
import type { Block, QuizSource } from './reading/source.ts'

function buildStepWords(block: Block): OnboardingStepWords {
  const {
    title = '',
    text = '',
    ...options
  } = Object.fromEntries([...block.entries].map(([key, entry]) => [key, entry.text]))
  return { title, text, options }
}

function buildOption({
  id,
  readiness,
  goals,
  minutes,
  minutesAtMost,
  exclusive,
}: OnboardingOptionFile): OnboardingOption {
  return { id, readiness, goals, minutes, minutesAtMost, isExclusive: exclusive }
}

/** Joins quiz.yml with its words in all languages, the fallback language first. */
export function buildQuiz(quiz: QuizSource, fallback: string): OnboardingQuiz {
  const { id, variant, version, miniTask, steps } = quiz.neutral
  const sources = quiz.words.toSorted(
    (one, other) => Number(other.language === fallback) - Number(one.language === fallback),
  )
  return {
    id,
    variant,
    version,
    miniTask,
    steps: steps.map((step) => ({
      id: step.id,
      kind: step.kind,
      options: step.kind === 'information' ? [] : step.options.map(buildOption),
    })),
    words: new Map(
      sources.map(({ language, steps }) => [
        language,
        Object.fromEntries([...steps].map(([step, block]) => [step, buildStepWords(block)])),
      ]),
    ),
  }
}
