import { z } from 'zod'
import { concepts } from '@kitewise/evaluator/concepts'
import { answerKinds, criterionLevels } from '@kitewise/evaluator/rubric'
import { review } from './review.ts'

const word = z.string().regex(/^[a-z][A-Za-z0-9_]*$/, 'must be one word that begins with a small letter')
/** YAML reads `9` as a number and `yes` as a word; the forms of a fact are text either way. */
const form = z.union([z.string().min(1), z.number().transform(String)])
const concept = z.enum(concepts)

const criterion = z.strictObject({
  id: word,
  level: z.enum(criterionLevels),
  weight: z.number().min(1).max(5),
  cues: z.array(concept).optional(),
  near: z.array(z.string()).optional(),
  re: z.array(z.string()).optional(),
  of: z.array(word).optional(),
  needFacts: z.number().int().positive().optional(),
  given: z.array(word).optional(),
  atLeast: z.number().int().positive().optional(),
})

/** A text that the check puts to the evaluator, with the result it must get. */
const probe = z.strictObject({
  text: z.string().min(1),
  expect: z.enum(['pass', 'fail']),
  missing: z.array(word).optional(),
})

const rubric = z.strictObject({
  minUnits: z.number().int().positive().optional(),
  answerKind: z.enum(answerKinds).optional(),
  openTopic: z.boolean().optional(),
  facts: z
    .record(word, z.strictObject({ forms: z.array(form).optional(), weight: z.number().positive().optional() }))
    .optional(),
  criteria: z.array(criterion).min(1),
  forbid: z.array(concept).optional(),
  hide: z.array(word).optional(),
  allow: z.array(concept).optional(),
  probes: z.array(probe).optional(),
})

const practiceId = z.string().regex(/^p[1-9]$/, 'must be p1, p2 …')
const recalls = z.string().regex(/^[a-z0-9-]+\.l\d\d$/, 'must be a lesson id: ai-zero.l02')

const quizPractice = z.strictObject({
  id: practiceId,
  type: z.literal('SINGLE_CHOICE_TEST'),
  required: z.boolean(),
  recalls: recalls.optional(),
  options: z
    .array(z.string().regex(/^[a-d]$/, 'must be a, b, c or d'))
    .min(3)
    .max(4),
  correct: z.string(),
})

const promptPractice = z.strictObject({
  id: practiceId,
  type: z.literal('PROMPT_CREATION'),
  required: z.boolean(),
  rubric,
})

/** lesson.yml: structure, right answers and scoring; the same in every language. */
export const lessonFile = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+\.l\d\d$/, 'must be <course>.l01, .l02 …'),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in small letters joined by "-"'),
  chapter: z.string(),
  minutes: z.number().int().positive(),
  image: z.strictObject({ scene: z.array(z.unknown()).min(1) }),
  review,
  fragments: z
    .array(
      z.strictObject({
        id: z.string().regex(/^f[1-9]$/, 'must be f1, f2 …'),
        practices: z.array(z.discriminatedUnion('type', [quizPractice, promptPractice])).optional(),
      }),
    )
    .min(1),
})

export type LessonFile = z.infer<typeof lessonFile>
export type FragmentFile = LessonFile['fragments'][number]
export type PracticeFile = NonNullable<FragmentFile['practices']>[number]
export type QuizFile = z.infer<typeof quizPractice>
export type PromptFile = z.infer<typeof promptPractice>
