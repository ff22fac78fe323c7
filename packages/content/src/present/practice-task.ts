import type { RubricWithWords } from '@kitewise/evaluator/rubric'
import { joinRubricWords } from './join-rubric-words.ts'
import { pickWords, type CatalogPrompt } from '../catalog.ts'

export type PracticeTask = {
  title: string
  description: string
  fullDescription: string
  tip: string
  /** The language that task and rubric are in. */
  language: string
  rubric: RubricWithWords
}

/** What an evaluator must know of a prompt task. For the server alone: holds hints, facts and the model answer. */
export function practiceTask(prompt: CatalogPrompt, language: string): PracticeTask {
  const { words, language: used } = pickWords(prompt.words, language)
  const { title, description, full, tip } = words
  return {
    title,
    description,
    fullDescription: full,
    tip,
    language: used,
    rubric: { ...prompt.rubric, ...joinRubricWords(prompt.words, prompt.elsewhere, used) },
  }
}
