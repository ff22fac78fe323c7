import { z } from 'zod'
import { data, promptBody, providerEndpoint } from './endpoint.ts'
import { evaluation, id, marks, promptCreation } from './entities.ts'
import { exercise } from './exercises.ts'
import { typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/**
 * The daily practice at /boost (docs/product.md R74-R77; docs/decisions/0141).
 *
 * The screen shows `items` in order and sends one answer for each. `practiceId` and `turn` identify a review, so a
 * repeated answer counts once, even after midnight. After the last item, the screen asks again and shows `state`. No
 * call says how many cards wait beyond today's, and no screen may.
 */

export const mostReviewsPerDay = 10

/** 0 for a task that was never answered, plus one for each review. The answer sends it back unchanged. */
const turn = z.number().int().min(0).max(100_000)

const itemPlace = {
  practiceId: id,
  turn,
  /** The last answer was wrong. */
  isMistake: z.boolean(),
  course: z.object({ id, title: z.string() }),
  lesson: z.object({ id, title: z.string() }),
  fragment: z.object({ id, title: z.string(), index: z.number().int() }),
  /** The language of the texts, which may be the fallback. */
  language: z.string(),
}

export const reviewQuestion = z.object({
  kind: z.literal('question'),
  ...itemPlace,
  question: z.object({
    question: z.string(),
    hint: z.string(),
    /** In display order. */
    options: z.array(z.object({ id, text: z.string() })),
  }),
})

export const reviewPrompt = z.object({
  kind: z.literal('prompt'),
  ...itemPlace,
  promptCreation,
})

/** A light exercise that was answered wrong in its lesson; never a prediction. */
export const reviewExercise = z.object({
  kind: z.literal('exercise'),
  ...itemPlace,
  exercise,
})

export const reviewItem = z.discriminatedUnion('kind', [reviewQuestion, reviewPrompt, reviewExercise])

/**
 * - ready: `items` isn't empty.
 * - done: at least one answered today, and nothing else is due; "That’s all for today".
 * - nothing_due: none answered today, and nothing is due; "Nothing to review today".
 * - nothing_met: no practice of a lesson was met yet; the screen leads to the courses.
 */
export const reviewStates = ['ready', 'done', 'nothing_due', 'nothing_met'] as const

export const reviewSession = z.object({
  state: z.enum(reviewStates),
  /** YYYY-MM-DD in the learner's time zone. */
  day: z.string(),
  /** What is left for today, in display order; at most ten together with `doneToday`. */
  items: z.array(reviewItem).max(mostReviewsPerDay),
  /** Reviews counted today, 0 to 10. `doneToday + items.length` is today's total, for a progress bar. */
  doneToday: z.number().int().min(0).max(mostReviewsPerDay),
  /** YYYY-MM-DD of the next practice, after `day`; null if `items` isn't empty or nothing was met. */
  nextDay: z.string().nullable(),
})

const outcome = {
  /** False if the review was already answered (a retry, another tab) or isn't due. The verdict is valid anyway. */
  isCounted: z.boolean(),
  /** The day the answer counts for. After midnight, it's later than the session's. */
  day: z.string(),
  /** Reviews counted on `day`, including this one. */
  doneToday: z.number().int().min(0).max(mostReviewsPerDay),
  /** YYYY-MM-DD when this practice comes back; `day` while it is still due because the answer couldn't be counted. */
  comesBackOn: z.string(),
}

export const reviewVerdict = z.object({
  isCorrect: z.boolean(),
  correctOptionId: id,
  /** The question's own message for a right or a wrong answer. */
  message: z.string(),
  /** Why the chosen option is right or wrong; equals `message` if the option has no text. */
  feedback: z.string(),
  ...outcome,
})

export const reviewEvaluation = z.object({
  /** Only the first evaluated prompt of a review counts; the learner may try again. */
  evaluation,
  ...outcome,
})

export const reviewExerciseVerdict = z.object({ isCorrect: z.boolean(), ...outcome })

const review = { practiceId: id, turn }

export const reviewEndpoints = {
  reviewSession: providerEndpoint({
    method: 'GET',
    path: '/api/product-user/review',
    subscription: true,
    answer: data(reviewSession),
    errors: ['unauthorized', 'subscription_required'],
    summary: "Today's practice, in the time zone of the header X-Time-Zone.",
  }),
  /**
   * `not_found`: the learner hasn't met this question, or the course no longer has it; the screen skips the item.
   * `invalid_request`: the question's options have changed; the screen reloads the practice.
   */
  answerReview: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/review/answer',
    subscription: true,
    body: z.object({ ...review, optionId: id }),
    answer: data(reviewVerdict),
    errors: ['unauthorized', 'subscription_required', 'not_found'],
    summary: "Answers a question of the daily practice. The server decides whether it's correct. Idempotent.",
  }),
  /** `invalid_request`: the answer doesn't fill the slots that the exercise has now; the screen reloads the practice. */
  answerExerciseReview: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/review/exercise',
    subscription: true,
    /** `slot:choice` pairs with spaces between them. */
    body: z.object({ ...review, answer: z.string().max(1_000) }),
    answer: data(reviewExerciseVerdict),
    errors: ['unauthorized', 'subscription_required', 'not_found'],
    summary: 'Answers a light exercise of the daily practice. Idempotent.',
  }),
  /** `unavailable` (503, Retry-After): the prompt couldn't be evaluated, and nothing was counted. */
  answerPromptReview: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/review/prompt',
    subscription: true,
    limit: 'judge',
    bodyLimit: promptBody,
    body: z.object({ ...review, prompt: typedText(textLimits.prompt), shown: marks.optional() }),
    answer: data(reviewEvaluation),
    errors: ['unauthorized', 'subscription_required', 'not_found'],
    summary: 'Evaluates a prompt of the daily practice like in lessons. A repeated request counts once.',
  }),
}

export type ReviewItem = z.infer<typeof reviewItem>
export type ReviewQuestion = z.infer<typeof reviewQuestion>
export type ReviewPrompt = z.infer<typeof reviewPrompt>
export type ReviewExercise = z.infer<typeof reviewExercise>
export type ReviewState = (typeof reviewStates)[number]
export type ReviewSession = z.infer<typeof reviewSession>
export type ReviewVerdict = z.infer<typeof reviewVerdict>
export type ReviewExerciseVerdict = z.infer<typeof reviewExerciseVerdict>
export type ReviewEvaluation = z.infer<typeof reviewEvaluation>
