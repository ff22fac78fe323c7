import type { Evaluation } from '@kitewise/contract/entities'
import type { RubricWithWords } from '@kitewise/evaluator/rubric'
import type { TaskWords } from '@kitewise/evaluator/task-words'

/** A learner's prompt and what it is judged by. `rubric` null: one is derived from the task. `userId` serves limits only and never leaves the server. */
export type JudgeRequest = {
  practiceId: string
  task: TaskWords
  rubric: RubricWithWords | null
  /** The text set the comment is wanted in. */
  language: string
  prompt: string
  userId: string
}

/** What the judge tells the operator. No learner text, no key. */
export type JudgeLog = {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** Who scores prompts. Rejects only when nobody could; a provider's failure is answered by the embedded evaluator. */
export type Judge = {
  evaluate: (request: JudgeRequest) => Promise<Evaluation>
  /** Asks the provider once whether it would answer, and logs one line. Absent where nobody outside is asked. Never rejects. */
  check?: () => Promise<void>
}
