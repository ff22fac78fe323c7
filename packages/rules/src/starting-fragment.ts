/**
 * Which fragments the learn screen shows when a lesson is opened.
 *
 * A finished lesson is shown whole, for reading. A link may name a fragment: everything up to it is shown. Otherwise
 * the learner goes on where the unbroken run of completed fragments ends. When all are completed and only the
 * finishing is missing, that is the last fragment, where the Finish button is. Source: product spec §4 "Starting
 * fragment", §5 "Fragment query value".
 */
export type StartingFragment = {
  /** Zero-based; fragments 0 through `current` are shown. */
  current: number
  isNavigationHidden: boolean
}

/** The zero-based index a `fragment` query names, or null when it is absent, not plain digits, or past the end. */
export const fragmentOfQuery = (query: string | null, fragmentCount: number): number | null => {
  if (query === null || !/^\d{1,9}$/.test(query)) return null
  const index = Number(query)
  return index < fragmentCount ? index : null
}

/** The zero-based fragment to go on with: the first after the run of consecutive completed ones, at most the last. */
export const nextFragment = (completed: readonly boolean[]): number => {
  const run = completed.indexOf(false)
  return run === -1 ? Math.max(0, completed.length - 1) : run
}

/**
 * @param completed one entry for each fragment of the lesson, in order
 * @param query the raw `fragment` value of the address, null when there is none
 */
export const startingFragment = (lesson: {
  completed: readonly boolean[]
  isFinished: boolean
  query: string | null
}): StartingFragment => {
  const last = Math.max(0, lesson.completed.length - 1)
  if (lesson.isFinished) return { current: last, isNavigationHidden: true }
  const asked = fragmentOfQuery(lesson.query, lesson.completed.length)
  return { current: asked ?? nextFragment(lesson.completed), isNavigationHidden: false }
}
