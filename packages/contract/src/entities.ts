import { z } from 'zod'
import { card } from './billing-entities.ts'
import { dailyGoals, linesOfWork } from './choices.ts'
import { id } from './endpoint.ts'
import { ownersOwn, ownersOwnOrNull } from './owners-fields.ts'
import { practice, practiceResult } from './practice-entities.ts'
import { typedLine } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/** IDs are opaque to clients, money is in minor units, and times name their unit. */

export { id } from './endpoint.ts'
export type { DailyGoal, LineOfWork } from './choices.ts'
export * from './practice-entities.ts'

export const levels = ['beginner', 'intermediate', 'advanced'] as const
export const courseStatuses = ['not_started', 'in_progress', 'completed'] as const

/** One line. The learner chooses it; the app greets with it. */
export const firstName = typedLine(textLimits.firstName).regex(/^\P{Cc}*$/u)

export const user = z.object({
  id,
  email: z.string(),
  username: z.string(),
  isPinSetUp: z.boolean(),
  lang: z.string(),
  /** Absent if none is chosen. */
  lineOfWork: z.enum(linesOfWork).optional(),
  /** Absent if none was given. */
  firstName: ownersOwn(firstName.optional()),
  /** Absent if none was chosen: then it's the least. */
  dailyGoalMinutes: z.literal(dailyGoals).optional(),
  /** Our emails to the address come back, so none is sent. Absent otherwise. */
  emailComesBack: z.literal(true).optional(),
  /** The organization whose identity provider began this session. Absent for a PIN or a passkey. */
  signedInThrough: z
    .object({
      organizationId: z.string(),
      name: z.string(),
      /**
       * Whether the learner's own PIN or passkey was used in this session. Until then, what belongs to them alone stays closed. Absent
       * if they have neither: then the provider proves them again.
       */
      ownProof: z.enum(['needed', 'given']).optional(),
    })
    .optional(),
})

const price = z.object({
  unit_amount: z.number().int(),
  currency: z.string(),
  recurring: z.object({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: z.number().int() }),
})

export const subscription = z.object({
  id: z.string(),
  /** The payment provider's status: active, trialing, past_due, canceled, unpaid, incomplete, … */
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  /** Unix seconds. */
  current_period_end: z.number().int(),
  /** What the next payment is for; absent if the plan stays. */
  next_price: ownersOwn(price.optional()),
  /** What the next payment costs with a coupon, and until when payments cost that, null if always; absent if it's the full price. */
  discount: ownersOwn(z.object({ unit_amount: z.number().int(), until: z.number().int().nullable() }).optional()),
  /** Null if no payment provider is involved; `card` is null for other payment methods. */
  default_payment_method: ownersOwnOrNull(z.object({ type: z.string(), card: card.nullable() }).nullable()),
  items: z.object({
    data: z.array(
      z.object({
        current_period_end: z.number().int(),
        price,
      }),
    ),
  }),
  /** The organization that pays for it with a seat; absent for the learner's own. */
  organization: z.object({ id: z.uuid(), name: z.string() }).optional(),
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
  /** Whose work profits most; absent for a lesson that is for everyone alike. */
  linesOfWork: z.array(z.enum(linesOfWork)).optional(),
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
  /** Lessons in the language asked for; the others come in the fallback language. */
  translatedLessons: z.number().int(),
  featuredImage: courseImage.optional(),
  chapters: z.array(chapter).optional(),
  progressMessages: z.array(progressMessage).optional(),
  /** The size of the whole course with its pictures, as a device stores it; only in the answer for one course. */
  packBytes: z.number().int().optional(),
  /** What the course is not; shown on its card. */
  notThis: z.string().optional(),
})

/** `hash` changes with the content. `bytes` is the size without compression, as a device stores it. */
const packPart = { hash: z.string(), bytes: z.number().int() }

/** A course with everything that its lessons show, in the language of the request. */
export const coursePack = z.object({
  courseId: id,
  /** Changes when any part does. */
  hash: z.string(),
  /** Of all parts. */
  bytes: z.number().int(),
  /** In course order. */
  lessons: z.array(z.object({ id, ...packPart })),
  pictures: z.array(z.object({ url: z.string(), ...packPart })),
  /** What the built-in evaluator needs for each prompt task, by practice. Not for the final task. */
  tasks: z.record(z.string(), z.looseObject({})),
})

/** How much of the catalog is in the language asked for. */
export const lessonLanguages = z.object({
  total: z.number().int(),
  translated: z.number().int(),
  /** Titles of the courses that are whole in it. */
  wholeCourses: z.array(z.string()),
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

/** before: earlier than the first learning. frozen: missed, covered by a freeze. today: nothing learned yet. */
const dayStates = ['learned', 'frozen', 'missed', 'today', 'future', 'before'] as const

export const streak = z.object({
  /** Days in a row that end today or yesterday, not counting frozen days. */
  current: z.number().int(),
  longest: z.number().int(),
  isTodayLearned: z.boolean(),
  /** Whole minutes of learning that count toward today's goal (docs/product.md R143). */
  minutesToday: z.number().int(),
  /** Unused freezes, 0 to 2. */
  freezes: z.number().int(),
  /** Days to learn until the next freeze. */
  daysToFreeze: z.number().int(),
  /** YYYY-MM-DD in the learner's time zone. */
  today: z.string(),
  /** Six days, three before to two after today. */
  strip: z.array(z.object({ day: z.string(), state: z.enum(dayStates) })),
})

export const locale = z.object({ code: z.string(), name: z.string() })

export type User = z.infer<typeof user>
export type Subscription = z.infer<typeof subscription>
export type LessonSummary = z.infer<typeof lessonSummary>
export type Chapter = z.infer<typeof chapter>
export type ProgressMessage = z.infer<typeof progressMessage>
export type LessonLanguages = z.infer<typeof lessonLanguages>
export type Course = z.infer<typeof course>
export type CoursePack = z.infer<typeof coursePack>
export type Picture = z.infer<typeof picture>
export type Fact = z.infer<typeof fact>
export type Fragment = z.infer<typeof fragment>
export type Lesson = z.infer<typeof lesson>
export type CourseProgress = z.infer<typeof courseProgress>
export type CourseStatus = CourseProgress['status']
export type Level = Course['level']
export type Streak = z.infer<typeof streak>
export type LessonProgress = z.infer<typeof lessonProgress>
