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
