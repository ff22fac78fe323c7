import type { QuizAnswers, QuizStep } from '@kitewise/contract/onboarding-entities'
import type { QuizPlace } from '@kitewise/rules/quiz-path'
import { create } from 'zustand'
import { randomUuid } from '../../lib/random-uuid.ts'
import { storedState } from '../../lib/stored-value.ts'

type OnboardingProgress = {
  onboardingId: string
  /** The quiz that the answers belong to; null before the first step was seen. */
  quiz: { variant: number; version: number } | null
  /** The furthest step seen, from 1. */
  step: number
  answers: QuizAnswers
  taskText: string
  /** Missing in what an older version stored. */
  firstName?: string
  email: string
}

const beginning = (): OnboardingProgress => ({
  onboardingId: randomUuid(),
  quiz: null,
  step: 0,
  answers: {},
  taskText: '',
  firstName: '',
  email: '',
})

const stored = storedState<OnboardingProgress>('onboarding-storage', 1)

/** The visitor's progress in this browser. Survives a reload, Back, and a pause of days. */
export const useOnboardingProgress = create<OnboardingProgress>()(() => ({ ...beginning(), ...stored.read() }))
useOnboardingProgress.subscribe(stored.write)

/** A step is shown. Another quiz than before starts over, as it does on the server. */
export function reachStep({ variant, version, step }: QuizPlace): void {
  useOnboardingProgress.setState((before) =>
    before.quiz?.variant === variant && before.quiz.version === version
      ? { step: Math.max(before.step, step) }
      : { quiz: { variant, version }, step, answers: {} },
  )
}

/** Repairs answers given before an option became exclusive: the server refuses it next to others. */
export function dropContradictions(steps: readonly QuizStep[]): void {
  const { answers } = useOnboardingProgress.getState()
  for (const { id, options } of steps) {
    const chosen = answers[id] ?? []
    const exclusive = new Set(options.filter((option) => option.isExclusive).map((option) => option.id))
    const others = chosen.filter((option) => !exclusive.has(option))
    if (others.length > 0 && others.length < chosen.length) answerStep(id, others)
  }
}

export function answerStep(stepId: string, options: string[]): void {
  useOnboardingProgress.setState(({ answers }) => ({ answers: { ...answers, [stepId]: options } }))
}

/** Ends the onboarding: answers and input leave this browser, and the next quiz is a new onboarding. */
export function forgetProgress(): void {
  if (useOnboardingProgress.getState().quiz === null) return
  useOnboardingProgress.setState(beginning(), true)
}
