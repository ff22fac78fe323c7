import type { KindName } from './kinds/catalog.ts'
import type { Language } from './lexicons/lexicon.ts'

export const levels = ['must', 'should'] as const
export type Level = (typeof levels)[number]

/** One thing a good prompt says. The same in every language; which parameters a kind takes is in its file under `kinds/`. */
export type Point = {
  id: string
  kind: KindName
  level: Level
  /** The value that the task gives. */
  is?: string | number
  /** What is asked for, counted or formatted; several separated by commas. */
  of?: string
  unit?: string
  currency?: string
  /** How many of the values, phrases or words are needed. */
  least?: number
}

/** What one language says about a point. */
export type PointTexts = {
  name: string
  hint: string
  /** A sentence that completes the prompt. */
  add: string
  /** The piece of the answer that this point decides, when the prompt says it and when it does not. */
  answer: string
  without: string
  /** Of `idea`: things to say, each in some ways. */
  phrases?: string[][]
  /** Of `fact` and `withhold`: values, each with its forms. */
  value?: string[][]
  /** Of `withhold`: what to write in place of the value. */
  instead?: string
}

/** The texts of a task in one language. */
export type TaskTexts = {
  title: string
  description: string
  full: string
  tip: string
  model: string
  points: Record<string, PointTexts>
  /** The first piece of every answer. */
  answer?: string
  followUp?: string
}

/** A prompt task: what it wants, and its texts in the learner's language or the fallback. */
export type Task = {
  points: readonly Point[]
  texts: TaskTexts
  /** The language of `texts`. */
  language: Language
  /** The texts in other languages, for prompts that are written in one of them. */
  elsewhere: Partial<Record<Language, TaskTexts>>
  /** In an exam at most half of the must points may be shown by the learner. */
  isExam: boolean
}
