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

/** Who scores prompts. Rejects only when nobody could; a provider's failure is answered by the embedded evaluator. */
export type Judge = { evaluate: (request: JudgeRequest) => Promise<Evaluation> }
