import type { Evaluation, Gate, Mark } from '@kitewise/contract/entities'
import type { Task } from '@kitewise/evaluator/task'

/** A learner's prompt and the task it was written for. `userId` serves limits only and never leaves the server. */
export type JudgeRequest = {
  practiceId: string
  task: Task
  /** The text set of the comment. */
  language: string
  prompt: string
  /** What the learner marked, in offsets of `prompt`; absent when nothing was marked yet. */
  shown?: readonly Mark[] | undefined
  userId: string
}

/** `isFallback`: a model should have judged and failed, so the checklist did. Such a verdict is never held against the learner. */
export type Judgement = { evaluation: Evaluation; isFallback: boolean }

/** Ending `signal` ends the call to the provider. The caller ends it in any case once the answer is over. */
export type AnswerRequest = Omit<JudgeRequest, 'practiceId' | 'shown'> & { signal: AbortSignal }

/** `text` ends early when the signal ends, and throws when the model fails. */
export type ModelAnswer = { model: string; text: AsyncIterable<string> }

export type AnswerRefusal =
  | { ok: false; reason: 'gate'; gate: Gate }
  /** `limit`: this learner has asked enough for now. `unavailable`: the provider or the budget of the day. */
  | { ok: false; reason: 'limit' | 'unavailable'; retryAfterSeconds: number }

/** What the judge logs for the operator. No learner text, no key. */
export type JudgeLog = {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

export type Judge = {
  /** Scores a prompt. A provider's failure is answered by the checklist; rejects only when that fails too. */
  evaluate: (request: JudgeRequest) => Promise<Judgement>
  /** Streams the model's answer to a prompt. Absent without a model. Never rejects. */
  answer?: (request: AnswerRequest) => Promise<{ ok: true; value: ModelAnswer } | AnswerRefusal>
  /** Checks once whether the provider would answer, and logs one line. Absent without a provider. Never rejects. */
  check?: () => Promise<void>
}
