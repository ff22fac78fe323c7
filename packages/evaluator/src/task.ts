import type { KindName } from './kinds/catalog.ts'
import type { Language } from './lexicons/lexicon.ts'

export const levels = ['must', 'should'] as const
export type Level = (typeof levels)[number]

/** One thing that a good prompt says, in any language. The files under `kinds/` document the parameters. */
export type Point = {
  id: string
  kind: KindName
  level: Level
  /** The value given by the task. */
  is?: string | number
  /** What is requested, counted or formatted; several separated by commas. */
  of?: string
  unit?: string
  currency?: string
  /** How many of the values, phrases or words are needed. */
  least?: number
}

/** A point's texts in one language. */
export type PointTexts = {
  name: string
  hint: string
  /** A sentence that completes the prompt. */
  add: string
  /** The piece of the answer that depends on this point: with the point in the prompt, and without it. */
  answer: string
  without: string
  /** For `idea`: things to say, each in several ways. */
  phrases?: string[][]
  /** For `fact` and `withhold`: values, each with its forms. */
  value?: string[][]
  /** For `withhold`: what to write instead of the value. */
  instead?: string
}

/** A task's texts in one language. */
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
  /** The weak prompt that a repair task starts with. */
  draft?: string
}

/** A prompt task: its points, and its texts in the learner's language or the fallback. */
export type Task = {
  points: readonly Point[]
  texts: TaskTexts
  /** The language of `texts`. */
  language: Language
  /** The texts in other languages, for prompts written in one of them. */
  elsewhere: Partial<Record<Language, TaskTexts>>
  /** In an exam, the learner can mark at most half of the must points. */
  isExam: boolean
}
