import { addDays, dayIn } from '@kitewise/rules/calendar-day'
import { type Grade, isUp } from '@kitewise/rules/daily-review'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findLearnerZone } from '../streak/find-learner-zone.ts'
import { recordLearning } from '../streak/record-learning.ts'
import { findCard, findLapse, findReviewDay, lockReviews, mendLapse, saveReview } from './queries.ts'
import type { ReviewCard } from './review-card.ts'
import { rateCard } from './schedule-card.ts'

/** `timeZone` is the one that was sent, unchecked; `turn` that of the card when it was shown. */
export type ReviewAnswer = { userId: string; practiceId: string; turn: number; timeZone: string | null }
export type ReviewOutcome = { isCounted: boolean; day: string; doneToday: number; comesBackOn: string }

export type ReviewRating = {
  /** Null for a prompt whose evaluation says nothing about the learner: it is not counted. */
  rating: Grade | null
  /** Of a prompt task. */
  promptHash?: Buffer
  /** Whether the rating takes the place of a lapse that this prompt was counted as. */
  mendsLapse?: boolean
}

/**
 * Counts an answer to a review that is up today, and its day for the streak. The same review counts once, whoever sends it again, on
 * whichever instance and day; then nothing is changed, except that a lapse may be mended once, before the card's next review. Refuses
 * with `not_found` where the learner has no such card.
 */
export const recordReview = async (
  context: Context,
  { userId, practiceId, turn, timeZone }: ReviewAnswer,
  { rating, promptHash, mendsLapse = false }: ReviewRating,
): Promise<Result<ReviewOutcome>> => {
  const { db } = context
  const at = context.clock()
  const zone = await findLearnerZone(context, userId, timeZone)
  const today = dayIn(zone, at.getTime())
  const [seen, now] = await Promise.all([findCard(db, { userId, practiceId }), findReviewDay(db, userId, today)])
  if (!seen) return refuse('not_found')
  if (rating !== null && isUp(seen, { turn, ...now }))
    await recordLearning(context, { userId, timeZone: zone, ageSeconds: 0 })
  return inTransaction(db, async (tx) => {
    await lockReviews(tx, userId)
    const card = await findCard(tx, { userId, practiceId })
    if (!card) return refuse('not_found')
    const { day, doneToday } = await findReviewDay(tx, userId, today)
    if (rating !== null && isUp(card, { turn, day, doneToday })) {
      const next = rateCard(card, rating, day)
      const review = {
        userId,
        day,
        place: doneToday + 1,
        turn,
        rating,
        at,
        promptHash: promptHash ?? null,
        before: card,
      }
      await saveReview(tx, review, next)
      return ok({ isCounted: true, day, doneToday: doneToday + 1, comesBackOn: next.dueDay })
    }
    const mended =
      mendsLapse && rating && promptHash ? await mend(tx, card, { userId, turn, rating, promptHash }) : null
    const { dueDay } = mended ?? card
    const tomorrow = addDays(day, 1)
    return ok({ isCounted: mended !== null, day, doneToday, comesBackOn: dueDay < tomorrow ? tomorrow : dueDay })
  })
}

type Mending = { userId: string; turn: number; rating: Grade; promptHash: Buffer }

/** The card as if its last review had been rated so on its day; null when that was no lapse of this prompt. */
const mend = async (tx: Tx, card: ReviewCard, mending: Mending): Promise<ReviewCard | null> => {
  const { userId, turn, rating } = mending
  if (card.turn !== turn + 1) return null
  const lapse = await findLapse(tx, { ...mending, practiceId: card.practiceId })
  if (!lapse || lapse.rating >= rating) return null
  const next = rateCard(lapse.before, rating, lapse.day)
  await mendLapse(tx, { userId, turn, rating }, next)
  return next
}
