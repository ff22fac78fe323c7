/** Feedback needs stars or text (docs/product.md R113). */
export const starCounts = [1, 2, 3, 4, 5] as const

export type FeedbackProblem = 'empty' | 'ratingMissing'

const isStarCount = (rating: number): boolean => (starCounts as readonly number[]).includes(rating)

/** A rating of null or 0 means none. `ratingMissing`: only blank text or an invalid rating. */
export function findFeedbackProblem(rating: number | null, message: string): FeedbackProblem | null {
  const hasRating = rating !== null && rating !== 0
  if (hasRating) return isStarCount(rating) ? null : 'ratingMissing'
  if (message.trim() !== '') return null
  return message === '' ? 'empty' : 'ratingMissing'
}
