import type { DailyMinutes, LearningGoal, QuizAnswers, QuizStep } from '@kitewise/contract/onboarding-entities'

/**
 * What answers of the onboarding quiz are worth. The quiz file gives each option its effects; here they are added up.
 * A step without an answer adds nothing.
 */
export type QuizOptionEffects = {
  id: string
  /** Points towards the readiness score. */
  readiness?: number
  /** One vote for each of these goals. */
  goals?: readonly LearningGoal[]
  /** The minutes a day that the person can give. */
  minutes?: DailyMinutes
  /** A reason not to begin with more than this. */
  minutesAtMost?: DailyMinutes
  /** Of a multiple step: rules out every other option. */
  isExclusive?: true | undefined
}

export type QuizStructure = readonly { id: string; kind: QuizStep['kind']; options: readonly QuizOptionEffects[] }[]

export type QuizEffects = {
  readiness: { points: number; mostPoints: number }
  /** Votes by goal; goals without a vote are left out. */
  goals: ReadonlyMap<LearningGoal, number>
  minutes: readonly DailyMinutes[]
  minutesAtMost: readonly DailyMinutes[]
}

const mostPointsOf = ({ kind, options }: QuizStructure[number]): number => {
  const points = options.map((option) => option.readiness ?? 0)
  return kind === 'multiple' ? points.reduce((sum, own) => sum + own, 0) : Math.max(0, ...points)
}

/** Adds up the effects of the options chosen. Unknown steps and options have none. */
export const quizEffects = (steps: QuizStructure, answers: QuizAnswers): QuizEffects => {
  const chosen = steps.flatMap((step) => {
    const ids = Object.hasOwn(answers, step.id) ? (answers[step.id] ?? []) : []
    return step.options.filter((option) => ids.includes(option.id))
  })
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

/**
 * The answers that fit the quiz: unknown steps and options, repetitions, and answers to information steps are left out.
 * A single step keeps one option or none; of a multiple step, "none chosen" is an answer too.
 *
 * @returns null when a single step has more than one of its options, or a multiple step an exclusive one beside others: nobody can
 *   choose so
 */
export const readQuizAnswers = (steps: QuizStructure, given: QuizAnswers): QuizAnswers | null => {
  const read: QuizAnswers = {}
  for (const { id, kind, options } of steps) {
    if (kind === 'information' || !Object.hasOwn(given, id)) continue
    const known = options.map((option) => option.id).filter((option) => given[id]?.includes(option))
    const isAlone = kind === 'single' || options.some((option) => option.isExclusive && known.includes(option.id))
    if (isAlone && known.length > 1) return null
    if (kind === 'multiple' || known.length > 0) read[id] = known
  }
  return read
}

/**
 * The options of a multiple step after one of them was pressed: it comes or goes. An exclusive option and the others rule each other out.
 * @returns ids in the order of the step
 */
export const toggleOption = (
  options: readonly Pick<QuizOptionEffects, 'id' | 'isExclusive'>[],
  chosen: readonly string[],
  pressed: string,
): string[] => {
  if (chosen.includes(pressed)) return chosen.filter((id) => id !== pressed)
  const isExclusive = (id: string): boolean => options.some((option) => option.id === id && option.isExclusive === true)
  const stays = (id: string): boolean => chosen.includes(id) && !isExclusive(id) && !isExclusive(pressed)
  return options.map(({ id }) => id).filter((id) => id === pressed || stays(id))
}
