/**
 * How full the bar at the top of a lesson is: completed fragments plus revealed ones, of all fragments.
 *
 * A fragment counts once: "revealed" are those on the screen that are not completed yet. So the bar moves by one
 * step for each fragment, is full while the last one is read, and never passes 100. Source: product spec §4
 * "Progress bar"; the reading is decision 0031.
 *
 * @param completed one entry for each fragment of the lesson, in order
 * @param shownFragments how many fragments are on the screen, from the first
 * @returns percent, 0 to 100, not rounded
 */
export const lessonProgressBar = (completed: readonly boolean[], shownFragments: number): number => {
  const done = completed.filter(Boolean).length
  const revealed = completed.slice(0, Math.max(0, shownFragments)).filter((isDone) => !isDone).length
  return completed.length === 0 ? 0 : ((done + revealed) / completed.length) * 100
}

/**
 * Which button stands at the bottom of a lesson. While a required practice of the current fragment is neither done nor
 * skipped it offers to skip; after that it goes on, and on the last fragment it finishes the lesson. Source: product
 * spec §2 "Learn screen", §4 "Practice completion".
 */
export type ContinueButton = 'continue' | 'finish_lesson' | 'skip_practice'

/**
 * @param fragmentIndex zero-based index of the current fragment
 * @param donePractices ids of the practices that were answered, rightly or wrongly, or skipped
 */
export const continueButton = (position: {
  fragmentIndex: number
  fragmentCount: number
  practices: readonly { id: string; isRequired: boolean }[]
  donePractices: ReadonlySet<string>
}): ContinueButton => {
  const isWaiting = position.practices.some(({ id, isRequired }) => isRequired && !position.donePractices.has(id))
  if (isWaiting) return 'skip_practice'
  return position.fragmentIndex >= position.fragmentCount - 1 ? 'finish_lesson' : 'continue'
}
