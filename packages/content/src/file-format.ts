import { linesOfWork } from '@kitewise/contract/choices'
import { pictureKinds } from '@kitewise/contract/entities'
import { answerSubjects, dailyMinutes, learningGoals } from '@kitewise/contract/onboarding-entities'
import { kindNames } from '@kitewise/evaluator/kinds'
import { levels } from '@kitewise/evaluator/task'
import { z } from 'zod'

const reviewKinds = ['none', 'legal', 'tech'] as const

/** Who checked the facts, when, and whether they age fast. */
export const review = z.strictObject({
  kind: z.enum(reviewKinds),
  on: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date: 2026-11-01'),
  by: z.string().min(1),
})

export type Review = z.infer<typeof review>

const word = z.string().regex(/^[a-z][A-Za-z0-9_]*$/, 'must be one word that begins with a small letter')

/** One thing a good prompt says. content/README.md lists the parameters of each kind. */
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

const choiceQuestion = z.strictObject({
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
  type: z.enum(['PROMPT_CREATION', 'REPAIR']),
  required: z.boolean(),
  points: z.array(point).min(1).max(12),
})

const slot = z.string().regex(/^[a-z][A-Za-z0-9]*$/, 'must be one word that begins with a small letter')
const light = { id: practiceId, recalls: recalls.optional() }

const revealPractice = z.strictObject({
  ...light,
  type: z.literal('REVEAL'),
  options: z.array(slot).min(2).max(3),
  correct: slot,
})

const sortPractice = z.strictObject({
  ...light,
  type: z.literal('SORT'),
  groups: z.array(slot).min(2).max(3),
  /** The group of each item. */
  items: z.record(slot, slot),
})

const blanksPractice = z.strictObject({
  ...light,
  type: z.literal('FILL_BLANKS'),
  blanks: z
    .array(z.strictObject({ id: slot, options: z.array(slot).min(2).max(4), correct: slot }))
    .min(1)
    .max(3),
})

const flawPractice = z.strictObject({
  ...light,
  type: z.literal('FIND_FLAW'),
  parts: z.array(slot).min(3).max(5),
  flaw: slot,
})

const betterPractice = z.strictObject({
  ...light,
  type: z.literal('BETTER_OF_TWO'),
  better: z.enum(['a', 'b']),
  reasons: z.array(slot).min(2).max(3),
  because: slot,
})

const lightPractice = [revealPractice, sortPractice, blanksPractice, flawPractice, betterPractice] as const

const factId = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in small letters joined by "-"')

/** lesson.yml: structure, right answers and scoring; the same in every language. */
export const lessonFile = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+\.l\d\d$/, 'must be <course>.l01, .l02 …'),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in small letters joined by "-"'),
  chapter: z.string(),
  minutes: z.number().int().positive(),
  /** The lines of work that profit most. */
  linesOfWork: z.array(z.enum(linesOfWork)).min(1).optional(),
  image: z.strictObject({ scene: z.array(z.unknown()).min(1) }),
  review,
  fragments: z
    .array(
      z.strictObject({
        id: z.string().regex(/^f[1-9]$/, 'must be f1, f2 …'),
        practices: z.array(z.discriminatedUnion('type', [choiceQuestion, promptPractice, ...lightPractice])).optional(),
        pictures: z
          .array(
            z.strictObject({
              id: z.string().regex(/^i[1-9]$/, 'must be i1, i2 …'),
              kind: z.enum(pictureKinds),
            }),
          )
          .optional(),
        /** IDs of content/facts. */
        facts: z.array(factId).optional(),
      }),
    )
    .min(1),
})

const skillForm = z.strictObject({
  options: z
    .array(z.string().regex(/^[a-d]$/, 'must be a, b, c or d'))
    .min(3)
    .max(4),
  correct: z.string(),
})

/** skill-check.yml: items with two parallel questions each, form a before the course and form b after it. */
export const skillCheckFile = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: z.string().regex(/^s[1-9]$/, 'must be s1, s2 …'),
        about: recalls,
        a: skillForm,
        b: skillForm,
      }),
    )
    .min(3)
    .max(9),
})

export type SkillCheckFile = z.infer<typeof skillCheckFile>
export type LessonFile = z.infer<typeof lessonFile>
export type FragmentFile = LessonFile['fragments'][number]
export type PracticeFile = NonNullable<FragmentFile['practices']>[number]
export type ChoiceQuestionFile = z.infer<typeof choiceQuestion>
export type PromptFile = z.infer<typeof promptPractice>
export type LightFile = z.infer<(typeof lightPractice)[number]>

export function isPromptFile(practice: PracticeFile): practice is PromptFile {
  return practice.type === 'PROMPT_CREATION' || practice.type === 'REPAIR'
}

export function isLightFile(practice: PracticeFile): practice is LightFile {
  return practice.type !== 'SINGLE_CHOICE_TEST' && !isPromptFile(practice)
}

export type PictureFile = NonNullable<FragmentFile['pictures']>[number]

const quizWord = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, 'must be one word of letters and digits, beginning with a small letter')
const place = z.number().int().min(1).max(9999)
const minutes = z.union(
  dailyMinutes.map((value) => z.literal(value)),
  `must be ${dailyMinutes.join(', ')}`,
)

const option = z.strictObject({
  id: quizWord,
  readiness: z.number().int().min(0).max(30).optional(),
  goals: z.array(z.enum(learningGoals)).min(1).optional(),
  minutes: minutes.optional(),
  minutesAtMost: minutes.optional(),
  /** States that this option deliberately has no effect on the plan. */
  neutral: z.literal(true).optional(),
  /** Rules out every other option of its step, like "None yet". */
  exclusive: z.literal(true).optional(),
})

const question = z.strictObject({
  id: quizWord,
  kind: z.enum(['single', 'multiple']),
  /** The plan repeats the answers. */
  about: z.enum(answerSubjects).optional(),
  options: z.array(option).min(2),
})
const information = z.strictObject({ id: quizWord, kind: z.literal('information') })

/** quiz.yml: steps and effects of an onboarding quiz; the same in every language. */
export const onboardingQuizFile = z.strictObject({
  id: z.string().regex(/^f[1-9]\d{0,3}-v[1-9]\d{0,3}$/, 'must be f<variant>-v<version>: f1-v1'),
  variant: place,
  version: place,
  miniTask: z.string(),
  steps: z.array(z.discriminatedUnion('kind', [question, information])).min(1),
})

export type OnboardingQuizFile = z.infer<typeof onboardingQuizFile>
export type OnboardingStepFile = OnboardingQuizFile['steps'][number]
export type OnboardingOptionFile = z.infer<typeof option>

/** locales.yml: the languages of the content. */
export const localesFile = z.strictObject({
  fallback: z.string(),
  languages: z.array(z.string()).min(1),
  /** How the texts of a language call the assistant in a chat; its bubbles stand on the left. */
  assistant: z.record(z.string(), z.string()).default({}),
})

export type LocalesFile = z.infer<typeof localesFile>
