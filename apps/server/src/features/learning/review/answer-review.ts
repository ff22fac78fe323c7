import { isExercise, isPromptTask } from '@kitewise/content/catalog'
import type { ReviewEvaluation, ReviewExerciseVerdict, ReviewVerdict } from '@kitewise/contract/review'
import { addDays, dayIn } from '@kitewise/rules/calendar-day'
import { type Grade, gradeOfAnswer, gradeOfScore, isUp } from '@kitewise/rules/daily-review'
import { gradeExercise } from '@kitewise/rules/exercises'
import { isPassingScore } from '@kitewise/rules/practice'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { ok, refuse, type Result } from '../../../platform/result.ts'
import { evaluatePrompt } from '../practice/evaluate-prompt.ts'
import { hashPrompt, mayKeep, type PromptSubmission } from '../practice/judge-prompt.ts'
import { actedAt, findLearnerZone, type LearningMoment, recordLearning } from '../streak/learned-days.ts'
import { findCard, findLapse, findReviewDay, lockReviews, saveCorrection, saveReview } from './review-cards.sql.ts'
import { presentFeedback } from './review-session.ts'
import { rateCard, type ReviewCard } from './schedule-card.ts'

/** Refuses with `not_found` for a removed question or one the learner hasn't met. */
export async function answerQuestion(
  context: Context,
  answer: ReviewAnswer,
  { optionId, language }: { optionId: string; language: string },
): Promise<Result<ReviewVerdict>> {
  const found = context.catalog.findPractice(answer.practiceId)
  if (found?.practice.type !== 'SINGLE_CHOICE_TEST') return refuse('not_found')
  const { practice } = found
  if (!practice.options.includes(optionId)) {
    return refuse('invalid_request', [{ field: 'body.optionId', message: 'is not an option of this question' }])
  }
  const isCorrect = optionId === practice.correct
  const outcome = await recordReview(context, answer, { rating: gradeOfAnswer(isCorrect) })
  if (!outcome.ok) return outcome
  const feedback = presentFeedback(found, practice, { optionId, language })
  return ok({ isCorrect, correctOptionId: practice.correct, ...feedback, ...outcome.value })
}

/** Refuses with `not_found` for a removed exercise or one without a card. */
export async function answerExercise(
  context: Context,
  answer: ReviewAnswer,
  choices: string,
): Promise<Result<ReviewExerciseVerdict>> {
  const practice = context.catalog.findPractice(answer.practiceId)?.practice
  if (!practice || !isExercise(practice)) return refuse('not_found')
  const isCorrect = gradeExercise(practice.slots, choices)
  if (isCorrect === null) {
    return refuse('invalid_request', [{ field: 'body.answer', message: 'does not fill the slots of this exercise' }])
  }
  const outcome = await recordReview(context, answer, { rating: gradeOfAnswer(isCorrect) })
  return outcome.ok ? ok({ isCorrect, ...outcome.value }) : outcome
}

/**
 * A lapse becomes a pass if the prompt passes with the words that the learner marks. Counts nothing when no judge is available, or
 * when the model fails and the checklist doesn't pass the prompt.
 */
export async function answerPrompt(
  context: Context,
  answer: ReviewAnswer,
  { language, ...submission }: PromptSubmission & { language: string },
): Promise<Result<ReviewEvaluation>> {
  const { userId } = answer
  const found = context.catalog.findPractice(answer.practiceId)
  if (!found || !isPromptTask(found.practice)) return refuse('not_found')
  if (!(await findCard(context.db, answer))) return refuse('not_found')
  const task = { course: found.course, practice: found.practice }
  const judged = await evaluatePrompt(context, { userId, language }, task, submission)
  if (!judged.ok) return judged
  const { evaluation } = judged.value
  const isPassedByMarks = isPassingScore(evaluation.score) && (submission.shown ?? []).length > 0
  const outcome = await recordReview(context, answer, {
    rating: mayKeep(judged.value) ? gradeOfScore(evaluation.score) : null,
    promptHash: hashPrompt(submission.prompt),
    correctsLapse: isPassedByMarks,
  })
  return outcome.ok ? ok({ evaluation, ...outcome.value }) : outcome
}

/** `turn` is the card's turn when it was shown. */
type ReviewAnswer = LearningMoment & { userId: string; practiceId: string; turn: number }
type ReviewOutcome = { isCounted: boolean; day: string; doneToday: number; comesBackOn: string }

type ReviewRating = {
  /** Null for a prompt whose evaluation says nothing about the learner; it isn't counted. */
  rating: Grade | null
  promptHash?: Buffer
  correctsLapse?: boolean
}

/**
 * Each review counts once, for the day it was done, on whatever instance and day it is sent again; a repeat can only correct a lapse, once, before the
 * card's next review.
 */
const recordReview = async (
  context: Context,
  { userId, practiceId, turn, timeZone, ageSeconds }: ReviewAnswer,
  { rating, promptHash, correctsLapse = false }: ReviewRating,
): Promise<Result<ReviewOutcome>> => {
  const { db } = context
  const at = actedAt(context, ageSeconds)
  const zone = await findLearnerZone(context, userId, timeZone)
  const today = dayIn(zone, at.getTime())
  const [seen, now] = await Promise.all([findCard(db, { userId, practiceId }), findReviewDay(db, userId, today)])
  if (!seen) return refuse('not_found')
  if (rating !== null && isUp(seen, { turn, ...now }))
    await recordLearning(context, { userId, timeZone: zone, ageSeconds })
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
    const corrected =
      correctsLapse && rating && promptHash ? await correctLapse(tx, card, { userId, turn, rating, promptHash }) : null
    const { dueDay } = corrected ?? card
    const earliest = rating === null ? day : addDays(day, 1)
    return ok({ isCounted: corrected !== null, day, doneToday, comesBackOn: dueDay < earliest ? earliest : dueDay })
  })
}

type Correction = { userId: string; turn: number; rating: Grade; promptHash: Buffer }

/** The card as if its last review had this rating; null if that review was no lapse of this prompt. */
const correctLapse = async (tx: Tx, card: ReviewCard, correction: Correction): Promise<ReviewCard | null> => {
  const { userId, turn, rating } = correction
  if (card.turn !== turn + 1) return null
  const lapse = await findLapse(tx, { ...correction, practiceId: card.practiceId })
  if (!lapse || lapse.rating >= rating) return null
  const next = rateCard(lapse.before, rating, lapse.day)
  await saveCorrection(tx, { userId, turn, rating }, next)
  return next
}
