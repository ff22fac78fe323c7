import type { Evaluation, Gate, Mark } from '@kitewise/contract/entities'
import type { Task } from '@kitewise/evaluator/task'

/** A learner's prompt and its task. `userId` is used for limits only and never leaves the server. */
export type JudgeRequest = {
  practiceId: string
  task: Task
  language: string
  prompt: string
  /** The learner's marks, as offsets in `prompt`; absent before the first mark. */
  shown?: readonly Mark[] | undefined
  userId: string
}

/** `isFallback`: the model failed and the checklist judged. Such a verdict never counts against the learner. */
export type Judgement = { evaluation: Evaluation; isFallback: boolean }

/** Aborting `signal` ends the provider call. The caller always aborts it once the answer is over. */
export type AnswerRequest = Omit<JudgeRequest, 'practiceId' | 'shown'> & { signal: AbortSignal }

/** `text` ends early when the signal is aborted, and throws when the model fails. */
export type ModelAnswer = { model: string; text: AsyncIterable<string> }

export type AnswerRefusal =
  | { ok: false; reason: 'gate'; gate: Gate }
  /** `limit`: this learner has reached a limit. `unavailable`: the provider failed or the daily budget is used up. */
  | { ok: false; reason: 'limit' | 'unavailable'; retryAfterSeconds: number }

/** The judge's log for the operator. Contains no learner text and no key. */
export type JudgeLog = {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

export type Judge = {
  /** Scores a prompt. If the provider fails, the checklist scores; rejects only when that fails too. */
  evaluate: (request: JudgeRequest) => Promise<Judgement>
  /** Streams the model's answer to a prompt. Absent without a model. Never rejects. */
  answer?: (request: AnswerRequest) => Promise<{ ok: true; value: ModelAnswer } | AnswerRefusal>
  /** Checks once whether the provider works, and logs one line. Absent without a provider. Never rejects. */
  check?: () => Promise<void>
}
