import { z } from 'zod'
import { id } from './endpoint.ts'
import { exercise, lightTypes } from './exercises.ts'
import { ownersText } from './owners-fields.ts'

/** Practices of a lesson, and how a prompt is evaluated. Import them from `entities.ts`. */

export const practiceTypes = ['PROMPT_CREATION', 'SINGLE_CHOICE_TEST', 'REPAIR', ...lightTypes] as const

export const option = z.object({
  id,
  text: z.string(),
  isCorrect: z.boolean(),
  /** Why this option is right or wrong; replaces the general message. */
  feedback: z.string().optional(),
})

export const singleChoiceTest = z.object({
  question: z.string(),
  hint: z.string(),
  options: z.array(option),
  correctChoiceMessage: z.string(),
  wrongChoiceMessage: z.string(),
})

export const promptCreation = z.object({
  title: z.string(),
  description: z.string(),
  fullDescription: z.string(),
  tip: z.string(),
  /** The weak prompt that the learner edits, in a repair task. */
  draft: z.string().optional(),
})

export const practice = z.object({
  id,
  practiceType: z.enum(practiceTypes),
  isRequired: z.boolean(),
  /** The earlier lesson that a recall question is about. */
  recalls: id.nullable(),
  /** Of PROMPT_CREATION and REPAIR. */
  promptCreation: promptCreation.nullable(),
  singleChoiceTest: singleChoiceTest.nullable(),
  /** Of the light types. */
  exercise: exercise.optional(),
})

/** Options of a choice or an exercise, or SKIPPED: no words of the learner. */
const isOptionAnswer = /^[A-Za-z0-9][\w.:,-]{0,199}$/

export const practiceResult = z.object({
  practiceId: id,
  /** An option ID, the learner's prompt, or SKIPPED. */
  answer: ownersText(z.string(), (answer) => isOptionAnswer.test(answer)),
  isCorrect: z.boolean(),
})

/** Why a text isn't scored. `offtopic` and `keywords` occur only in evaluations stored before 2026-12. */
export const gates = [
  'empty',
  'short',
  'gibberish',
  'copy',
  'injection',
  'not_a_prompt',
  'harm',
  'self_harm',
  'offtopic',
  'keywords',
] as const

export const pointLevels = ['must', 'should'] as const
export const pointStates = ['found', 'shown', 'wrong', 'missing'] as const

/** A range of the prompt in UTF-16 offsets, end exclusive. */
export const span = z.tuple([z.number().int().min(0), z.number().int().min(0)])

/** One point of a good prompt. */
export const evaluatedPoint = z.object({
  id,
  /** For example "How much you can spend". Empty in evaluations stored before 2026-12. */
  name: z.string(),
  /** What to do about it. */
  hint: z.string(),
  /** A comparable phrase about another topic. */
  example: z.string(),
  /** A prompt passes without its `should` points. */
  level: z.enum(pointLevels),
  state: z.enum(pointStates),
  /** Where the prompt says it; for a missing point, where it may, for the learner to confirm. */
  spans: z.array(span),
  /** What is wrong with a value, or why the learner's mark doesn't count. */
  note: z.string().nullable(),
})

/** The words that the learner marked for a point. An empty range means "I didn't say it". */
export const mark = z.object({ point: id, from: z.number().int().min(0), to: z.number().int().min(0) })
export const marks = z.array(mark).max(30)

/** Part of an assistant's possible answer. */
export const answerPiece = z.object({
  text: z.string(),
  /** The same part for the opposite case: with the point if it's missing, without it if it's there. */
  otherText: z.string(),
  /** The point it depends on. */
  point: id.nullable(),
  /** True if the missing point makes it worse. */
  suffers: z.boolean(),
})

export const evaluation = z.object({
  /** An integer 0 to 5, as text. Above 3 passes. */
  score: z.string().regex(/^[0-5]$/),
  comment: z.string(),
  recommendedPrompt: z.string(),
  gate: z.enum(gates).nullable(),
  /** What found the points. */
  by: z.enum(['checklist', 'model']),
  /** The model's name; null for the checklist. */
  model: z.string().nullable(),
  points: z.array(evaluatedPoint),
  /** Empty if a gate refused the prompt. */
  answer: z.array(answerPiece),
  /** An optional reply to the answer, not scored. */
  followUp: z.string().nullable(),
  /** Language of names, hints and answer: the lesson's. */
  taskLanguage: z.string(),
})

const titled = z.object({ id, title: z.string() })

/** A prompt of the learner's own that passed: of each task the one with the best score, of equals the last. */
export const passedPrompt = z.object({
  practiceId: id,
  prompt: z.string(),
  /** ISO 8601. */
  passedAt: z.iso.datetime(),
  /** Null for a task that is no longer part of the courses. */
  task: z
    .object({
      title: z.string(),
      course: titled,
      lesson: titled,
      /** The language of task and lesson, which may be the fallback. */
      language: z.string(),
    })
    .nullable(),
})

export type Option = z.infer<typeof option>
export type SingleChoiceTest = z.infer<typeof singleChoiceTest>
export type PromptCreation = z.infer<typeof promptCreation>
export type Practice = z.infer<typeof practice>
export type PracticeType = Practice['practiceType']
export type PracticeResult = z.infer<typeof practiceResult>
export type PassedPrompt = z.infer<typeof passedPrompt>
export type Evaluation = z.infer<typeof evaluation>
export type Gate = (typeof gates)[number]
export type EvaluatedPoint = z.infer<typeof evaluatedPoint>
export type PointState = (typeof pointStates)[number]
export type Mark = z.infer<typeof mark>
export type AnswerPiece = z.infer<typeof answerPiece>
export type Span = z.infer<typeof span>
