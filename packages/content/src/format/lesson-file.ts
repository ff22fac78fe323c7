import { z } from 'zod'
import { kindNames } from '@kitewise/evaluator/kinds'
import { levels } from '@kitewise/evaluator/task'
import { review } from './review.ts'

const word = z.string().regex(/^[a-z][A-Za-z0-9_]*$/, 'must be one word that begins with a small letter')

/** One thing that a good prompt says. Which parameters a kind takes is in content/README.md. */
const point = z.strictObject({
  id: word,
  kind: z.enum(kindNames),
  level: z.enum(levels),
  is: z.union([z.string(), z.number()]).optional(),
  of: z.string().optional(),
  unit: z.string().optional(),
  currency: z.string().optional(),
  least: z.number().int().positive().optional(),
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
  points: z.array(point).min(1).max(12),
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
