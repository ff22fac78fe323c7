import { addDays, dayIn } from '@kitewise/rules/calendar-day'
import { isUp, type Grade } from '@kitewise/rules/daily-review'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { findLearnerZone } from '../streak/find-learner-zone.ts'
import { recordLearning } from '../streak/record-learning.ts'
import { findCard, findReviewDay, lockReviews, saveReview } from './queries.ts'
import { rateCard } from './schedule-card.ts'

/** `timeZone` is the one that was sent, unchecked; `turn` that of the card when it was shown. */
export type ReviewAnswer = { userId: string; practiceId: string; turn: number; timeZone: string | null }
export type ReviewOutcome = { isCounted: boolean; day: string; doneToday: number; comesBackOn: string }

/**
 * Counts an answer to a review that is up today, and its day for the streak. The same review counts once, whoever sends it again, on
 * whichever instance and day; then nothing is changed. Refuses with `not_found` where the learner has no such card.
 */
export const recordReview = async (
  context: Context,
  { userId, practiceId, turn, timeZone }: ReviewAnswer,
  rating: Grade,
): Promise<Result<ReviewOutcome>> => {
  const { db } = context
  const at = context.clock()
  const zone = await findLearnerZone(context, userId, timeZone)
  const today = dayIn(zone, at.getTime())
  const [seen, now] = await Promise.all([findCard(db, { userId, practiceId }), findReviewDay(db, userId, today)])
  if (!seen) return refuse('not_found')
  if (isUp(seen, { turn, ...now })) await recordLearning(context, { userId, timeZone: zone, ageSeconds: 0 })
  return inTransaction(db, async (tx) => {
    await lockReviews(tx, userId)
    const card = await findCard(tx, { userId, practiceId })
    if (!card) return refuse('not_found')
    const { day, doneToday } = await findReviewDay(tx, userId, today)
    if (!isUp(card, { turn, day, doneToday })) {
      const tomorrow = addDays(day, 1)
      return ok({ isCounted: false, day, doneToday, comesBackOn: card.dueDay < tomorrow ? tomorrow : card.dueDay })
    }
    const next = rateCard(card, rating, day)
    await saveReview(tx, { userId, day, place: doneToday + 1, turn, rating, at }, next)
    return ok({ isCounted: true, day, doneToday: doneToday + 1, comesBackOn: next.dueDay })
  })
}
