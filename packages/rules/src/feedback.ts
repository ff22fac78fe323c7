/** Product spec §5 and §9. Counted in UTF-16 code units, as a browser's `maxlength` and the contract count. */
export const feedbackLength = 150
export const starCounts = [1, 2, 3, 4, 5] as const

export type FeedbackProblem = 'empty' | 'ratingMissing'

const isStarCount = (rating: number): boolean => (starCounts as readonly number[]).includes(rating)

/**
 * What keeps a feedback from being sent; null for nothing. A rating or some text is enough.
 * @param rating 1 to 5; null or 0 for none
 * @returns `ratingMissing` when something was given that says nothing: text of blanks alone, or a rating that is none of the stars.
 *   Then a star is what helps. `empty` when nothing was given.
 */
export const findFeedbackProblem = (rating: number | null, message: string): FeedbackProblem | null => {
  const hasRating = rating !== null && rating !== 0
  if (hasRating) return isStarCount(rating) ? null : 'ratingMissing'
  if (message.trim() !== '') return null
  return message === '' ? 'empty' : 'ratingMissing'
}
