import { dayIn } from '@kitewise/rules/calendar-day'
import { gradeOfAnswer, gradeOfScore } from '@kitewise/rules/daily-review'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { listMetPractices, type MetPractice } from '../learning/list-met-practices.ts'
import { listFirstScores, type FirstScore } from '../practice/list-first-scores.ts'
import { listCards, lockReviews, saveFirstCards } from './queries.ts'
import type { ReviewCard } from './review-card.ts'
import { newCard, rateCard } from './schedule-card.ts'

/**
 * The card that a practice begins with: rated by the learner's first answer in the lesson, or by the first prompt that was evaluated. A
 * skip, a fragment passed by and a prompt that nobody could evaluate rate nothing.
 */
const firstCard = (
  { practiceId, atMs, isFirstCorrect }: MetPractice,
  { isPrompt, score, timeZone }: { isPrompt: boolean; score: FirstScore | undefined; timeZone: string },
): ReviewCard => {
  const day = dayIn(timeZone, isPrompt && score ? score.atMs : atMs)
  const card = newCard(practiceId, day)
  if (isPrompt) return score ? rateCard(card, gradeOfScore(score.score), day) : card
  return isFirstCorrect === null ? card : rateCard(card, gradeOfAnswer(isFirstCorrect), day)
}

/**
 * The learner's cards of every practice that the catalogue has today. Those of practices met since the last time are made and stored
 * now, from what learning has on record, so that nothing met is lost and learners from before this feature have cards too.
 *
 * @param timeZone where the learner is: the days of first answers are taken from its calendar
 */
export const collectCards = async (context: Context, userId: string, timeZone: string): Promise<ReviewCard[]> => {
  const { db, catalog } = context
  const [cards, met, scores] = await Promise.all([
    listCards(db, userId),
    listMetPractices(context, userId),
    listFirstScores(context, userId),
  ])
  const stored = new Map(cards.map((card) => [card.practiceId, card]))
  const added = met.flatMap((practice) => {
    const { practiceId } = practice
    const kept = stored.get(practiceId)
    if (kept && kept.turn > 0) return []
    const isPrompt = catalog.findPractice(practiceId)?.practice.type === 'PROMPT_CREATION'
    const card = firstCard(practice, { isPrompt, score: scores.get(practiceId), timeZone })
    return kept && card.turn === 0 ? [] : [card]
  })
  const isInCatalog = ({ practiceId }: ReviewCard) => catalog.findPractice(practiceId) !== null
  if (added.length === 0) return cards.filter(isInCatalog)
  const all = await inTransaction(db, async (tx) => {
    await lockReviews(tx, userId)
    await saveFirstCards(tx, userId, added)
    return listCards(tx, userId)
  })
  return all.filter(isInCatalog)
}
