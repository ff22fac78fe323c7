import type { Gate } from '@kitewise/contract/entities'
import type { Rubric, RubricWords } from '../rubric.ts'
import type { ReadText } from '../text/read-text.ts'

/** What the gates look at. `sameLanguage` is false when the prompt is in another language than the task. */
export type GateInput = {
  prompt: ReadText
  task: ReadText
  otherTasks: readonly ReadText[]
  rubric: Rubric & { words?: RubricWords }
  sameLanguage: boolean
  /** Share of the weight of an author's rubric that the prompt meets, 0 to 1; absent when the rubric is derived. */
  authorShare?: number
}

/** A reason not to score a text. `evidence` is the matched text or a measured share, for the trace. */
export type GateHit = { gate: Gate; evidence: string }
