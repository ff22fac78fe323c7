import { z } from 'zod'
import { data, endpoint, largeBody } from './endpoint.ts'
import { evaluation, id, marks, promptCreation } from './entities.ts'

/**
 * The daily practice at /boost. Questions and prompt tasks that the learner has met come back when they are about to be forgotten.
 *
 * The screen asks for the practice of today, goes through `items` in their order, sends one answer for each and shows the verdict. A
 * review is known by `practiceId` and `turn` together, which make a repeated or doubled answer count once, also after midnight. When the
 * list is through, the screen asks for the practice again and shows what `state` says. Nothing here tells how many cards wait beyond
 * today's, and no screen may.
 */

/** Most reviews on one day of the learner. */
export const mostReviewsPerDay = 10

/** 0 for a task that was met and never answered; after every review it is one more. Sent back with the answer as it came. */
const turn = z.number().int().min(0).max(100_000)

const itemPlace = {
  practiceId: id,
  turn,
  /** The last answer was wrong: the screen may say "You missed this one last time". Mistakes come first. */
  isMistake: z.boolean(),
  /** Where it was met; the title is shown above the task, and the screen may link to /lesson/{lesson.id} for reading again. */
  course: z.object({ id, title: z.string() }),
  lesson: z.object({ id, title: z.string() }),
  fragment: z.object({ id, title: z.string(), index: z.number().int() }),
  /** The language the words are in, which may be the fallback; for the `lang` of the card when it is not the app's. */
  language: z.string(),
}

export const reviewQuestion = z.object({
  kind: z.literal('question'),
  ...itemPlace,
  question: z.object({
    question: z.string(),
    hint: z.string(),
    /** In the order to show them. Which one is right comes with the verdict. */
    options: z.array(z.object({ id, text: z.string() })),
  }),
})

export const reviewPrompt = z.object({
  kind: z.literal('prompt'),
  ...itemPlace,
  /** The task as lessons show it. */
  promptCreation,
})

export const reviewItem = z.discriminatedUnion('kind', [reviewQuestion, reviewPrompt])

/**
 * - ready: `items` holds something.
 * - done: at least one was answered today and nothing more waits today; "That is all for today".
 * - nothing_due: nothing was answered today and nothing waits; "Nothing to repeat today".
 * - nothing_met: no practice of a lesson was met yet; the screen sends to the courses.
 */
export const reviewStates = ['ready', 'done', 'nothing_due', 'nothing_met'] as const

export const reviewSession = z.object({
  state: z.enum(reviewStates),
  /** YYYY-MM-DD where the learner is. */
  day: z.string(),
  /** What is left for today, at most ten with those that are done, in the order to show them. */
  items: z.array(reviewItem).max(mostReviewsPerDay),
  /** Reviews counted today, 0 to 10. `doneToday + items.length` is the whole of today's practice, for a progress bar. */
  doneToday: z.number().int().min(0).max(mostReviewsPerDay),
  /** YYYY-MM-DD of the next practice, always after `day`; null while `items` holds something, and when nothing was met. */
  nextDay: z.string().nullable(),
})

/** What every answer to a review says besides its verdict. */
const outcome = {
  /**
   * False when this answer changed nothing: the review had its answer already (a retry, a second tab, another try at a prompt), or is
   * not up today. The verdict holds all the same and is shown as always.
   */
  isCounted: z.boolean(),
  /** YYYY-MM-DD where the learner is: the day that the answer belongs to, which is a later one than the session's after midnight. */
  day: z.string(),
  /** As in the session, after this answer; of `day`. */
  doneToday: z.number().int().min(0).max(mostReviewsPerDay),
  /** YYYY-MM-DD when this practice comes back; the screen may show it with the verdict ("Comes back tomorrow"). */
  comesBackOn: z.string(),
}

export const reviewVerdict = z.object({
  isCorrect: z.boolean(),
  /** To mark beside the chosen one. */
  correctOptionId: id,
  /** The question's own sentence for a right or a wrong answer. */
  message: z.string(),
  /** Why the chosen option is right or wrong, to be shown below it; the same sentence where the option has none of its own. */
  feedback: z.string(),
  ...outcome,
})

export const reviewEvaluation = z.object({
  /** Shown as in lessons. Only the first evaluated prompt of a review counts; the screen may let the learner try again. */
  evaluation,
  ...outcome,
})

const review = { practiceId: id, turn }

export const reviewEndpoints = {
  reviewSession: endpoint({
    method: 'GET',
    path: '/api/product-user/review',
    subscription: true,
    answer: data(reviewSession),
    errors: ['unauthorized', 'subscription_required'],
    summary: "Today's practice, by the calendar of the zone in the header X-Time-Zone.",
  }),
  /**
   * `not_found`: this learner has not met such a question, or it has left the course; the screen goes on with the next item.
   * `invalid_request`: the question has other options by now; the screen asks for the practice again.
   */
  answerReview: endpoint({
    method: 'POST',
    path: '/api/product-user/review/answer',
    subscription: true,
    body: z.object({ ...review, optionId: id }),
    answer: data(reviewVerdict),
    errors: ['unauthorized', 'subscription_required', 'not_found'],
    summary:
      'Answers a question of the daily practice. The server decides whether it is right; sent again, it counts once.',
  }),
  /**
   * `unavailable` (503, Retry-After): nobody could evaluate the prompt now. Nothing was counted; the item stays, and the screen keeps the
   * text for another try.
   */
  answerPromptReview: endpoint({
    method: 'POST',
    path: '/api/product-user/review/prompt',
    subscription: true,
    limit: 'judge',
    bodyLimit: largeBody,
    body: z.object({ ...review, prompt: z.string().max(4_000), shown: marks.optional() }),
    answer: data(reviewEvaluation),
    errors: ['unauthorized', 'subscription_required', 'not_found'],
    summary: 'Evaluates a prompt of the daily practice as lessons do. Sent again, it counts once.',
  }),
}

export type ReviewItem = z.infer<typeof reviewItem>
export type ReviewQuestion = z.infer<typeof reviewQuestion>
export type ReviewPrompt = z.infer<typeof reviewPrompt>
export type ReviewState = (typeof reviewStates)[number]
export type ReviewSession = z.infer<typeof reviewSession>
export type ReviewVerdict = z.infer<typeof reviewVerdict>
export type ReviewEvaluation = z.infer<typeof reviewEvaluation>
