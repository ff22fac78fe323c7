/**
 * The addresses of quiz steps: /quiz/f{variant}/{step}/v{version}, exactly. An unknown variant or version, or a step that
 * the quiz does not have, leads to the first step of variant 1, version 1. Back leads from step 1 to the start page and
 * from step n to n - 1 of the same quiz. Source: product spec §2, decisions §2.
 */
export type QuizPlace = { variant: number; step: number; version: number }

export const firstQuizPlace: QuizPlace = { variant: 1, step: 1, version: 1 }

const shape = /^\/quiz\/f([1-9]\d{0,3})\/([1-9]\d{0,3})\/v([1-9]\d{0,3})$/

export const quizPath = ({ variant, step, version }: QuizPlace): string => `/quiz/f${variant}/${step}/v${version}`

/** The place that a path names, whether or not there is such a quiz; null when the path has another shape. */
export const parseQuizPath = (path: string): QuizPlace | null => {
  const [, variant, step, version] = shape.exec(path) ?? []
  return variant ? { variant: Number(variant), step: Number(step), version: Number(version) } : null
}

/**
 * Where a person really goes who asked for a place.
 *
 * @param stepCountOf how many steps a quiz has; null when there is no such quiz
 */
export const settleQuizPlace = (
  wanted: QuizPlace | null,
  stepCountOf: (variant: number, version: number) => number | null,
): QuizPlace => {
  if (!wanted) return firstQuizPlace
  const stepCount = stepCountOf(wanted.variant, wanted.version) ?? 0
  return wanted.step >= 1 && wanted.step <= stepCount ? wanted : firstQuizPlace
}

/** Where the back button of a step leads. */
export const quizBackPath = (place: QuizPlace): string =>
  place.step <= 1 ? '/' : quizPath({ ...place, step: place.step - 1 })

/** The next step, or null after the last one. */
export const nextQuizPath = (place: QuizPlace, stepCount: number): string | null =>
  place.step < stepCount ? quizPath({ ...place, step: place.step + 1 }) : null
