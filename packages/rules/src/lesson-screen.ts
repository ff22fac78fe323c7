/** Percent for the lesson bar, 0 to 100, not rounded (docs/product.md R49). `completed` has one entry per fragment. */
export function lessonProgressBar(completed: readonly boolean[], shownFragments: number): number {
  const done = completed.filter(Boolean).length
  const revealed = completed.slice(0, Math.max(0, shownFragments)).filter((isDone) => !isDone).length
  return completed.length === 0 ? 0 : ((done + revealed) / completed.length) * 100
}

/** SKIP PRACTICE while a required practice is open, and Finish Lesson on the last fragment (docs/product.md R46). */
export type ContinueButton = 'continue' | 'finish_lesson' | 'skip_practice'

/** `fragmentIndex` is zero-based; `donePractices` are answered, correctly or not, or skipped. */
export function continueButton(position: {
  fragmentIndex: number
  fragmentCount: number
  practices: readonly { id: string; isRequired: boolean }[]
  donePractices: ReadonlySet<string>
}): ContinueButton {
  const isWaiting = position.practices.some(({ id, isRequired }) => isRequired && !position.donePractices.has(id))
  if (isWaiting) return 'skip_practice'
  return position.fragmentIndex >= position.fragmentCount - 1 ? 'finish_lesson' : 'continue'
}
