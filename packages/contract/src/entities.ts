import { z } from 'zod'
import { card } from './billing-entities.ts'
import { exercise, lightTypes } from './exercises.ts'

/** IDs are opaque to clients, money is in minor units, and times name their unit. */

export const levels = ['beginner', 'intermediate', 'advanced'] as const
export const courseStatuses = ['not_started', 'in_progress', 'completed'] as const
export const practiceTypes = ['PROMPT_CREATION', 'SINGLE_CHOICE_TEST', 'REPAIR', ...lightTypes] as const

export const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)

export const user = z.object({
  id,
  email: z.string(),
  username: z.string(),
  isPinSetUp: z.boolean(),
  lang: z.string(),
})

export const subscription = z.object({
  id: z.string(),
  /** The payment provider's status: active, trialing, past_due, canceled, unpaid, incomplete, … */
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  /** Unix seconds. */
  current_period_end: z.number().int(),
  /** Null if no payment provider is involved; `card` is null for other payment methods. */
  default_payment_method: z.object({ type: z.string(), card: card.nullable() }).nullable(),
  items: z.object({
    data: z.array(
      z.object({
        current_period_end: z.number().int(),
        price: z.object({
          unit_amount: z.number().int(),
          currency: z.string(),
          recurring: z.object({
            interval: z.enum(['day', 'week', 'month', 'year']),
            interval_count: z.number().int(),
          }),
        }),
      }),
    ),
  }),
})

const format = z.object({ url: z.string() })

export const courseImage = z.object({
  url: z.string(),
  alternativeText: z.string(),
  formats: z.object({ medium: format, small: format }),
})

export const lessonImage = z.object({
  url: z.string(),
  alternativeText: z.string(),
  formats: z.object({ small: format, thumbnail: format }),
})

/** A lesson in the catalog, without its fragments' content. */
export const lessonSummary = z.object({
  id,
  title: z.string(),
  /** One sentence: what the learner can do afterward. */
  content: z.string(),
  image: lessonImage,
  minutes: z.number().int(),
  fragmentCount: z.number().int(),
})

export const chapter = z.object({
  id,
  title: z.string(),
  lessons: z.array(lessonSummary).optional(),
})

export const progressMessage = z.object({
  id,
  title: z.string(),
  description: z.string(),
  percentProgress: z.number().int().min(0).max(100),
})

export const course = z.object({
  id,
  title: z.string(),
  description: z.string(),
  level: z.enum(levels),
  /** The language of the texts, which may be the fallback. */
  language: z.string(),
  totalLessons: z.number().int(),
  totalMinutes: z.number().int(),
  featuredImage: courseImage.optional(),
  chapters: z.array(chapter).optional(),
  progressMessages: z.array(progressMessage).optional(),
  /** What the course is not; shown on its card. */
  notThis: z.string().optional(),
})

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

export const pictureKinds = ['pipeline', 'funnel', 'desk', 'beforeAfter'] as const

/** A diagram in a fragment's text; the screen draws it. */
export const picture = z.object({
  id,
  kind: z.enum(pictureKinds),
  alternativeText: z.string(),
  /** In order: the steps, the levels from wide to narrow, the things on the desk, or before and after. */
  labels: z.array(z.string()),
})

/** A fact that ages, with the day it was last checked. */
export const fact = z.object({
  id,
  title: z.string(),
  /** CommonMark. */
  content: z.string(),
  /** YYYY-MM-DD. */
  reviewedOn: z.string(),
})

export const fragment = z.object({
  id,
  title: z.string(),
  /**
   * CommonMark; `[PRACTICE_n]`, `[PICTURE_n]` and `[FACT_n]` mark the places of the n-th practice, picture and fact,
   * counted from 1. A thematic break separates cards. A blockquote that begins with a bold name is what someone says
   * in a chat.
   */
  content: z.string(),
  practices: z.array(practice),
  pictures: z.array(picture).optional(),
  facts: z.array(fact).optional(),
})

export const lesson = z.object({
  id,
  title: z.string(),
  content: z.string(),
  language: z.string(),
  /** The name before what the assistant says in a chat, in this language. */
  assistant: z.string().optional(),
  minutes: z.number().int(),
  image: lessonImage,
  fragments: z.array(fragment),
  chapter: z.object({ id, title: z.string() }),
  course: z.object({ id, title: z.string() }),
})

export const courseProgress = z.object({
  courseId: id,
  status: z.enum(courseStatuses),
  totalLessons: z.number().int(),
  lessonsCompleted: z.number().int(),
  /** Finished lessons out of all lessons, rounded. */
  percent: z.number().int(),
  thumbnail: z.string(),
  chapters: z.array(z.object({ id, title: z.string(), lessons: z.array(z.object({ id, title: z.string() })) })),
  progressInfo: z.object({
    finishedLessons: z.array(id),
    startedLessons: z.array(id),
    /** The lesson that was started but not finished. */
    lesson: id.nullable(),
    /** Zero-based index of the fragment to continue with. */
    fragmentIndex: z.number().int(),
  }),
})

export const practiceResult = z.object({
  practiceId: id,
  /** An option ID, the learner's prompt, or SKIPPED. */
  answer: z.string(),
  isCorrect: z.boolean(),
})

export const lessonProgress = z.object({
  lessonId: id,
  started: z.boolean(),
  finished: z.boolean(),
  /** Keyed by the zero-based fragment index. */
  fragmentProgress: z.record(
    z.string(),
    z.object({
      fragmentId: id,
      completed: z.boolean(),
      timeSpent: z.number().int(),
      /** Seconds the fragment must be visible to count toward the certificate; 0 if it already counts. */
      secondsToCount: z.number().int(),
      practiceResults: z.array(practiceResult),
    }),
  ),
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

export const locale = z.object({ code: z.string(), name: z.string() })

export type User = z.infer<typeof user>
export type Subscription = z.infer<typeof subscription>
export type LessonSummary = z.infer<typeof lessonSummary>
export type Chapter = z.infer<typeof chapter>
export type ProgressMessage = z.infer<typeof progressMessage>
export type Course = z.infer<typeof course>
export type Option = z.infer<typeof option>
export type SingleChoiceTest = z.infer<typeof singleChoiceTest>
export type PromptCreation = z.infer<typeof promptCreation>
export type Practice = z.infer<typeof practice>
export type PracticeType = Practice['practiceType']
export type Picture = z.infer<typeof picture>
export type Fact = z.infer<typeof fact>
export type Fragment = z.infer<typeof fragment>
export type Lesson = z.infer<typeof lesson>
export type CourseProgress = z.infer<typeof courseProgress>
export type CourseStatus = CourseProgress['status']
export type Level = Course['level']
export type LessonProgress = z.infer<typeof lessonProgress>
export type PracticeResult = z.infer<typeof practiceResult>
export type Evaluation = z.infer<typeof evaluation>
export type Gate = (typeof gates)[number]
export type EvaluatedPoint = z.infer<typeof evaluatedPoint>
export type PointState = (typeof pointStates)[number]
export type Mark = z.infer<typeof mark>
export type AnswerPiece = z.infer<typeof answerPiece>
export type Span = z.infer<typeof span>
