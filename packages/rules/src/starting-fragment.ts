/** A lesson opens in full, up to the linked fragment, or up to the first open one (docs/product.md R45). */
export type StartingFragment = {
  /** Zero-based; fragments 0 through `current` are shown. */
  current: number
  isNavigationHidden: boolean
}

/** Zero-based index from a `fragment` query, or null if it's absent, malformed or past the end. */
export function fragmentOfQuery(query: string | null, fragmentCount: number): number | null {
  // Anything else is NaN, which is below no count.
  const index = Number(query?.match(/^\d{1,9}$/)?.[0])
  return index < fragmentCount ? index : null
}

export function nextFragment(completed: readonly boolean[]): number {
  const run = completed.indexOf(false)
  return run === -1 ? Math.max(0, completed.length - 1) : run
}

/** `completed` has one entry per fragment, in order; `query` is the raw `fragment` value. */
export function startingFragment(lesson: {
  completed: readonly boolean[]
  isFinished: boolean
  query: string | null
}): StartingFragment {
  const last = Math.max(0, lesson.completed.length - 1)
  if (lesson.isFinished) return { current: last, isNavigationHidden: true }
  const asked = fragmentOfQuery(lesson.query, lesson.completed.length)
  return { current: asked ?? nextFragment(lesson.completed), isNavigationHidden: false }
}
