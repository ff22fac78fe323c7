import type { Labelled } from '../measure-agreement.ts'

/** Whose rubric the score comes from: the author's, or one derived from the words of the task. */
export type RubricSource = 'author' | 'derived'

/** A labelled line after scoring. `part` is the part of the file it belongs to, where there are parts. */
export type ScoredLine = Labelled & {
  file: string
  part: string | null
  rubric: RubricSource
  /** Id of the practice, or title of an invented task. */
  task: string
  /** The gate that ended scoring, and the criteria that were not fully met. */
  found: string
}
