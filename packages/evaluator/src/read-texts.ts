import { taskText, type TaskWords } from './task-words.ts'
import { lexiconLanguage } from './lexicon/lexicon-languages.ts'
import { detectLanguage } from './text/detect-language.ts'
import { readText, type ReadText } from './text/read-text.ts'

/** Prompt, task and other tasks, read. `sameLanguage` is false when the prompt is in another language than the task. */
export type Reading = { prompt: ReadText; task: ReadText; otherTasks: ReadText[]; sameLanguage: boolean }

/** Reads all texts of an evaluation, each in its own language: a prompt in another language than the task is legal. */
export function readTexts(task: TaskWords, prompt: string, language: string): Reading {
  const expected = lexiconLanguage(language)
  const words = taskText(task)
  const taskLanguage = detectLanguage(words, expected)
  const promptLanguage = detectLanguage(prompt, taskLanguage, expected)
  return {
    prompt: readText(prompt, promptLanguage),
    task: readText(words, taskLanguage),
    otherTasks: (task.otherTasks ?? []).map((other) => readText(other, taskLanguage)),
    sameLanguage: promptLanguage === taskLanguage,
  }
}
