import { remember } from '../remember.ts'
import type { Task } from '../task.ts'
import { foldText } from './fold-text.ts'
import { readPhrase, type Reading } from './read-text.ts'

/** Everything that a learner sees of a task before and after a first attempt: its texts and hints. */
export function readTask({ texts, language }: Task): Reading {
  const hints = Object.values(texts.points).map(({ hint }) => hint)
  return readPhrase([texts.title, texts.description, texts.full, texts.tip, ...hints].join('\n'), language)
}

const flatten = (text: string): string =>
  foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whether a text occurs in the task, word for word. */
export function isOfTask({ text }: Pick<Reading, 'text'>, task: Task): boolean {
  return flatten(readTask(task).text).includes(flatten(text))
}

const wordSet = remember(({ words }: Reading): ReadonlySet<string> => new Set(words.map(({ folded }) => folded)))

/** Every word that the task itself uses, folded. */
export function taskWords(task: Task): ReadonlySet<string> {
  return wordSet(readTask(task))
}
