import { readinessLevel } from './readiness-score.ts'

/**
 * Of how many percent of beginners the personal plan says that the visitor is ahead. Until 500 people have finished a quiz it is the brand's
 * claim; from then on the share of them with a lower score, rounded down. Nothing is claimed for a score below the middle level, nor where
 * nobody has a lower one: "ahead of 82 %" beside "readiness low" would be a contradiction. Source: product spec §1; decision 0203.
 */
const finishedQuizzesNeeded = 500

/**
 * @param countsByScore how many finished quizzes have each score, by score
 * @param claim the brand's figure; null where it makes no claim at all
 * @returns 1 to 99, or null for no claim
 */
export const aheadPercent = (
  score: number,
  countsByScore: ReadonlyMap<number, number>,
  claim: number | null,
): number | null => {
  if (claim === null || readinessLevel(score) === 'low') return null
  const counts = [...countsByScore]
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total < finishedQuizzesNeeded) return claim
  const below = counts.reduce((sum, [other, count]) => (other < score ? sum + count : sum), 0)
  const percent = Math.min(99, Math.floor((100 * below) / total))
  return percent > 0 ? percent : null
}
