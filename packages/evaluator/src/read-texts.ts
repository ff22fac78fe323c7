import { taskText, type TaskWords } from './task-words.ts'
import { lexiconLanguage, type LexiconLanguage } from './lexicon/lexicon-languages.ts'
import { remember } from './remember.ts'
import { detectLanguage } from './text/detect-language.ts'
import { readText, type ReadText } from './text/read-text.ts'

const mostTasks = 500
const taskReadings = remember<ReadText>(mostTasks)
const taskLanguages = remember<LexiconLanguage>(mostTasks)

/** Prompt, task and other tasks, read. `sameLanguage` is false when the prompt is in another language than the task. */
export type Reading = { prompt: ReadText; task: ReadText; otherTasks: ReadText[]; sameLanguage: boolean }

function readTask(words: string, language: LexiconLanguage): ReadText {
  return taskReadings(`${language} ${words}`, () => readText(words, language))
}

/** Reads all texts of an evaluation, each in its own language: a prompt in another language than the task is legal. */
export function readTexts(task: TaskWords, prompt: string, language: string): Reading {
  const expected = lexiconLanguage(language)
  const words = taskText(task)
  const taskLanguage = taskLanguages(`${expected} ${words}`, () => detectLanguage(words, expected))
  const promptLanguage = detectLanguage(prompt, taskLanguage, expected)
  return {
    prompt: readText(prompt, promptLanguage),
    task: readTask(words, taskLanguage),
    otherTasks: (task.otherTasks ?? []).map((other) => readTask(other, taskLanguage)),
    sameLanguage: promptLanguage === taskLanguage,
  }
}
