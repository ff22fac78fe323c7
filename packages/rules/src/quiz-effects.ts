import type { DailyMinutes, LearningGoal, QuizAnswers, QuizStep } from '@kitewise/contract/onboarding-entities'

/** Effects of an answer in the onboarding quiz, as declared in the quiz file (docs/decisions/0093). */
export type QuizOptionEffects = {
  id: string
  readiness?: number
  /** One vote each. */
  goals?: readonly LearningGoal[]
  /** Minutes a day that the learner can spend. */
  minutes?: DailyMinutes
  /** Upper limit for the daily goal. */
  minutesAtMost?: DailyMinutes
  /** In a multiple choice: rules out every other option. */
  isExclusive?: true | undefined
}

export type QuizStructure = readonly { id: string; kind: QuizStep['kind']; options: readonly QuizOptionEffects[] }[]

export type QuizEffects = {
  readiness: { points: number; mostPoints: number }
  goals: ReadonlyMap<LearningGoal, number>
  minutes: readonly DailyMinutes[]
  minutesAtMost: readonly DailyMinutes[]
}

const mostPointsOf = ({ kind, options }: QuizStructure[number]): number => {
  const points = options.map((option) => option.readiness ?? 0)
  return kind === 'multiple' ? points.reduce((sum, own) => sum + own, 0) : Math.max(0, ...points)
}

/** Unknown steps and options have no effect. */
export function quizEffects(steps: QuizStructure, answers: QuizAnswers): QuizEffects {
  const given = new Map(Object.entries(answers))
  const chosen = steps.flatMap(({ id, options }) => options.filter((option) => given.get(id)?.includes(option.id)))
  const goals = new Map<LearningGoal, number>()
  for (const goal of chosen.flatMap((option) => option.goals ?? [])) goals.set(goal, (goals.get(goal) ?? 0) + 1)
  return {
    readiness: {
      points: chosen.reduce((sum, option) => sum + (option.readiness ?? 0), 0),
      mostPoints: steps.reduce((sum, step) => sum + mostPointsOf(step), 0),
    },
    goals,
    minutes: chosen.flatMap((option) => option.minutes ?? []),
    minutesAtMost: chosen.flatMap((option) => option.minutesAtMost ?? []),
  }
}

/** Drops what doesn't fit the quiz; an empty multiple choice stays. Null for a combination the screen can't produce. */
export function readQuizAnswers(steps: QuizStructure, given: QuizAnswers): QuizAnswers | null {
  const read: QuizAnswers = {}
  const answers = new Map(Object.entries(given))
  for (const { id, kind, options } of steps) {
    const answer = answers.get(id)
    if (!answer) continue
    const known = options.map((option) => option.id).filter((option) => answer.includes(option))
    const isAlone = kind === 'single' || options.some((option) => option.isExclusive && known.includes(option.id))
    if (isAlone && known.length > 1) return null
    if (kind === 'multiple' || known.length > 0) read[id] = known
  }
  return read
}

/** Toggles an option; an exclusive option and the others rule each other out. */
export function toggleOption(
  options: readonly Pick<QuizOptionEffects, 'id' | 'isExclusive'>[],
  chosen: readonly string[],
  pressed: string,
): string[] {
  if (chosen.includes(pressed)) return chosen.filter((id) => id !== pressed)
  const isExclusive = (id: string): boolean => options.some((option) => option.id === id && option.isExclusive === true)
  const stays = (id: string): boolean => chosen.includes(id) && !isExclusive(id) && !isExclusive(pressed)
  return options.map(({ id }) => id).filter((id) => id === pressed || stays(id))
}
