import type { Task, TaskTexts } from '../task.ts'
import { foldText } from './fold-text.ts'
import { readText, type Reading } from './read-text.ts'

const known = new WeakMap<TaskTexts, ReadonlySet<string>>()

/** The texts of a task that a learner sees before writing. */
export const shownTexts = ({ texts }: Task): string =>
  [texts.title, texts.description, texts.full, texts.tip].join('\n')

const flatten = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** Whether a text stands in the task, word for word. */
export const isOfTask = ({ text }: Pick<Reading, 'text'>, task: Task): boolean => flatten(shownTexts(task)).includes(flatten(text))

/** Every word that the task itself uses, folded. */
export const taskWords = (task: Task): ReadonlySet<string> => {
  const found = known.get(task.texts)
  if (found !== undefined) return found
  const made = new Set(readText(shownTexts(task), task.language).words.map(({ folded }) => folded))
  known.set(task.texts, made)
  return made
}
