import { practiceAnswer } from '@kitewise/content/answers'
import { type CatalogChoiceQuestion, type FoundPractice, isPromptTask, pickWords } from '@kitewise/content/catalog'
import type { ReviewItem, ReviewSession, ReviewState, ReviewVerdict } from '@kitewise/contract/review'
import { dayIn } from '@kitewise/rules/calendar-day'
import { chooseReviews, gradeOfAnswer, gradeOfScore, isMistake, nextReviewDay } from '@kitewise/rules/daily-review'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { listMetPractices, type MetPractice } from '../learning-record.ts'
import { type FirstScore, listFirstScores } from '../practice/evaluate-prompt.ts'
import { findLearnerZone } from '../streak/learned-days.ts'
import { findReviewDay, listCards, lockReviews, saveFirstCards } from './review-cards.sql.ts'
import { newCard, rateCard, retrievabilityOn, type ReviewCard } from './schedule-card.ts'

const stateOf = (counts: { items: number; doneToday: number; cards: number }): ReviewState => {
  if (counts.items > 0) return 'ready'
  if (counts.doneToday > 0) return 'done'
  return counts.cards === 0 ? 'nothing_met' : 'nothing_due'
}

/** By the calendar of the learner's time zone, which is unchecked. */
export async function getSession(
  context: Context,
  { userId, timeZone, language }: { userId: string; timeZone: string | null; language: string },
): Promise<ReviewSession> {
  const zone = await findLearnerZone(context, userId, timeZone)
  const cards = await collectCards(context, userId, zone)
  const { day, doneToday } = await findReviewDay(context.db, userId, dayIn(zone, context.clock().getTime()))
  const candidates = cards.map((card) => ({ ...card, retrievability: retrievabilityOn(card, day) }))
  const items = chooseReviews(candidates, { day, doneToday }).flatMap((card) => {
    const found = context.catalog.findPractice(card.practiceId)
    return found ? [presentItem(found, card, language)] : []
  })
  return {
    state: stateOf({ items: items.length, doneToday, cards: cards.length }),
    day,
    items,
    doneToday,
    nextDay: items.length > 0 ? null : nextReviewDay(cards, day),
  }
}

/** Rated by the first answer in the lesson or the first evaluated prompt; a skip or a fragment passed by doesn't rate it. */
const firstCard = (
  { practiceId, atMs, isFirstCorrect }: MetPractice,
  { isPrompt, score, timeZone }: { isPrompt: boolean; score: FirstScore | undefined; timeZone: string },
): ReviewCard => {
  const day = dayIn(timeZone, isPrompt && score ? score.atMs : atMs)
  const card = newCard(practiceId, day)
  if (isPrompt) return score ? rateCard(card, gradeOfScore(score.score), day) : card
  return isFirstCorrect === null ? card : rateCard(card, gradeOfAnswer(isFirstCorrect), day)
}

/** Creates missing cards from the learning record, so that learners from before this feature have cards too. */
const collectCards = async (context: Context, userId: string, timeZone: string): Promise<ReviewCard[]> => {
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
    const found = catalog.findPractice(practiceId)
    const isPrompt = found !== null && isPromptTask(found.practice)
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

/** Doesn't reveal the correct option of a question. */
const presentItem = (found: FoundPractice, card: ReviewCard, language: string): ReviewItem => {
  const { course, lesson, fragment, fragmentIndex, practice } = found
  const { words, language: used } = pickWords(lesson.words, language)
  const { promptCreation, singleChoiceTest, exercise } = practiceAnswer(practice, used)
  const place = {
    practiceId: practice.id,
    turn: card.turn,
    isMistake: isMistake(card),
    course: { id: course.id, title: pickWords(course.words, language).words.title },
    lesson: { id: lesson.id, title: words.title },
    fragment: { id: fragment.id, title: pickWords(fragment.words, used).words.title, index: fragmentIndex },
    language: used,
  }
  if (promptCreation) return { kind: 'prompt', ...place, promptCreation }
  if (exercise) return { kind: 'exercise', ...place, exercise }
  if (!singleChoiceTest) throw new Error(`the practice ${practice.id} has no content`)
  const { question, hint, options } = singleChoiceTest
  return {
    kind: 'question',
    ...place,
    question: { question, hint, options: options.map(({ id, text }) => ({ id, text })) },
  }
}

/** An option's own feedback falls back to the question's message. */
export function presentFeedback(
  { lesson }: FoundPractice,
  quiz: CatalogChoiceQuestion,
  { optionId, language }: { optionId: string; language: string },
): Pick<ReviewVerdict, 'message' | 'feedback'> {
  const { words } = pickWords(quiz.words, pickWords(lesson.words, language).language)
  const message = optionId === quiz.correct ? words.correct : words.wrong
  return { message, feedback: words.options[optionId]?.feedback || message }
}
