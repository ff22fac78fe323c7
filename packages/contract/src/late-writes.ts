import type { Endpoints } from './endpoints.ts'

/**
 * Writes of something that already happened: what a learner did without a connection, or what an app couldn't send yet. They carry
 * X-Activity-Age and can be repeated.
 */
export type LateEndpoint =
  | 'startLesson'
  | 'updateCourseProgress'
  | 'reportFragment'
  | 'submitPractice'
  | 'evaluatePrompt'
  | 'finishLesson'
  | 'answerReview'
  | 'answerExerciseReview'
  | 'answerPromptReview'
  | 'finishMission'

type Filled<Path extends string> = Path extends `${infer Start}{${string}}${infer Rest}`
  ? `${Start}${string}${Filled<Rest>}`
  : Path

/** Their paths with the parameters filled in. */
export type LatePath = Filled<Endpoints[LateEndpoint]['path']>

/** What every endpoint may answer besides the errors of its entry. */
type CommonError =
  | 'invalid_request'
  | 'request_timeout'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'too_many_requests'
  | 'internal_error'
  | 'unavailable'

export type LateError = Endpoints[LateEndpoint]['errors'][number] | CommonError

/**
 * What becomes of a refused write on the device.
 * - `sign-in`, `renewal`: kept until the learner has signed in again, or has access again.
 * - `later`: kept and sent again, because the server is busy; set aside only after a day and 20 times.
 * - `failing`: kept and sent again, but not for ever: after a day or 20 times it's set aside.
 * - `ask`: set aside at once; the learner is told, and can try again.
 * - `drop`: worth nothing any more, because what it's about is gone.
 */
export type Refusal = 'sign-in' | 'renewal' | 'later' | 'failing' | 'ask' | 'drop'

/** The only place that decides it. A new error of one of these endpoints doesn't compile without a line here. */
export const lateRefusals: Readonly<Record<LateError, Refusal>> = {
  unauthorized: 'sign-in',
  subscription_required: 'renewal',
  request_timeout: 'later',
  too_many_requests: 'later',
  unavailable: 'later',
  internal_error: 'failing',
  // Something before it is missing, which may be set aside too.
  lesson_locked: 'ask',
  lesson_incomplete: 'ask',
  // An older app, or changed content: another version may understand it.
  invalid_request: 'ask',
  method_not_allowed: 'ask',
  payload_too_large: 'ask',
  unsupported_media_type: 'ask',
  headers_too_large: 'ask',
  not_found: 'drop',
  lesson_not_found: 'drop',
  course_not_found: 'drop',
}

const isLateError = (code: string): code is LateError => Object.hasOwn(lateRefusals, code)

const busyStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])

/**
 * What becomes of a write, by the answer. Only an answer in our own format is the server's word: a page of a proxy or of a hotel's
 * network never removes anything.
 *
 * @param code the name of the error; null for an answer that isn't ours
 */
export function refusalOf(status: number, code: string | null): Refusal {
  if (code !== null && isLateError(code)) return lateRefusals[code]
  if (busyStatuses.has(status)) return 'later'
  // A newer server has other errors.
  return code !== null && status >= 400 && status < 500 ? 'ask' : 'failing'
}
