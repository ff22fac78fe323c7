/** Addresses of quiz steps, /quiz/f{variant}/{step}/v{version} (docs/product.md R32, R33). */
export type QuizPlace = { variant: number; step: number; version: number }

export const firstQuizPlace: QuizPlace = { variant: 1, step: 1, version: 1 }

const shape = /^\/quiz\/f([1-9]\d{0,3})\/([1-9]\d{0,3})\/v([1-9]\d{0,3})$/

export function quizPath({ variant, step, version }: QuizPlace): string {
  return `/quiz/f${variant}/${step}/v${version}`
}

/** Returns null if the path has another shape. The quiz may not exist. */
export function parseQuizPath(path: string): QuizPlace | null {
  const match = shape.exec(path)
  if (!match) return null
  const [, variant, step, version] = match
  return { variant: Number(variant), step: Number(step), version: Number(version) }
}

/** Falls back to `firstQuizPlace`. `stepCountOf` returns null if there is no such quiz. */
export function settleQuizPlace(
  wanted: QuizPlace | null,
  stepCountOf: (variant: number, version: number) => number | null,
): QuizPlace {
  if (!wanted) return firstQuizPlace
  const stepCount = stepCountOf(wanted.variant, wanted.version) ?? 0
  return wanted.step >= 1 && wanted.step <= stepCount ? wanted : firstQuizPlace
}

export function quizBackPath(place: QuizPlace): string {
  return place.step <= 1 ? '/' : quizPath({ ...place, step: place.step - 1 })
}

export function nextQuizPath(place: QuizPlace, stepCount: number): string | null {
  return place.step < stepCount ? quizPath({ ...place, step: place.step + 1 }) : null
}
