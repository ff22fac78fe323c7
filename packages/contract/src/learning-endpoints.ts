import { z } from 'zod'
import * as entity from './entities.ts'
import { data, endpoint, promptBody, providerEndpoint } from './endpoint.ts'
import { typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/** Indexes in paths are plain decimal digits. */
const fragmentIndex = z.string().regex(/^(0|[1-9]\d{0,2})$/)
/** At most a year, because a lesson may stay open for days. The server caps it at the time that could have passed. */
const wholeSeconds = z.number().int().min(0).max(31_536_000)
const percentage = z.number().min(0).max(100)

const fragmentReport = z.object({
  courseId: entity.id,
  chapterId: entity.id,
  lessonId: entity.id,
  fragmentId: entity.id,
  fragmentIndex: z.number().int().min(0).max(999),
  completed: z.boolean(),
  progressPercentage: percentage,
  timeSpent: wholeSeconds,
})

const practiceSubmission = z.object({
  practiceId: entity.id,
  practiceType: z.enum(entity.practiceTypes),
  answer: typedText(textLimits.prompt).min(1),
  isCorrect: z.boolean(),
  completed: z.boolean(),
  courseId: entity.id,
  fragmentId: entity.id,
  fragmentIndex: z.number().int().min(0).max(999),
  lessonId: entity.id,
})

const courseProgressUpdate = z.object({
  courseId: entity.id,
  chapterId: entity.id,
  lessonId: entity.id,
  completed: z.boolean(),
  progressPercentage: percentage,
  timeSpent: wholeSeconds,
  started: z.boolean(),
})

/**
 * `criteria`, `model` and `practiceTask` are ignored (docs/product.md R67). Without `shown`, a repeated prompt gets the
 * stored evaluation for 24 hours, with the last marks; with it, even if empty, a new one.
 */
const evaluationRequest = z.object({
  criteria: z.array(z.unknown()).max(50).optional(),
  model: z.string().max(100).optional(),
  lessonId: entity.id,
  fragmentIndex: z.number().int().min(0).max(999),
  practiceId: entity.id,
  practiceTask: z.string().max(8_000).optional(),
  prompt: typedText(textLimits.prompt),
  shown: entity.marks.optional(),
})

const learnerLesson = z.object({ userId: entity.id, lessonId: entity.id })
const learnerFragment = learnerLesson.extend({ fragmentIndex })
const learnerLessonCourse = learnerLesson.extend({ courseId: entity.id })

export const learningEndpoints = {
  listCourses: providerEndpoint({
    method: 'GET',
    path: '/api/courses',
    auth: 'optional',
    query: z.looseObject({}),
    answer: data(z.array(entity.course)),
    summary: 'The catalog. `populate[n]` adds chapters, chapters.lessons, featuredImage.',
  }),
  lessonLanguages: endpoint({
    method: 'GET',
    path: '/api/lesson-languages',
    auth: 'public',
    answer: data(entity.lessonLanguages),
    summary: 'How many lessons are in the language of the request.',
  }),
  getCourse: providerEndpoint({
    method: 'GET',
    path: '/api/courses/{id}',
    auth: 'optional',
    params: z.object({ id: entity.id }),
    answer: data(entity.course),
    errors: ['course_not_found'],
    summary: 'One course with its chapters, lessons and progress messages, without fragment bodies.',
  }),
  getLesson: providerEndpoint({
    method: 'GET',
    path: '/api/lessons/{id}',
    auth: 'optional',
    params: z.object({ id: entity.id }),
    answer: data(entity.lesson),
    errors: ['unauthorized', 'subscription_required', 'lesson_not_found'],
    summary: 'One lesson with its fragments. The first lesson of each course is public.',
  }),
  coursePack: providerEndpoint({
    method: 'GET',
    path: '/api/courses/{id}/pack',
    subscription: true,
    params: z.object({ id: entity.id }),
    answer: data(entity.coursePack),
    errors: ['unauthorized', 'subscription_required', 'course_not_found'],
    summary: 'What a whole course consists of, with sizes, to keep it on a device.',
  }),
  courseProgress: providerEndpoint({
    method: 'GET',
    path: '/api/user-course-progress/course/{userId}/{courseId}',
    params: z.object({ userId: entity.id, courseId: entity.id }),
    answer: data(entity.courseProgress),
    errors: ['unauthorized', 'not_found', 'course_not_found'],
    summary: "The learner's progress in a course.",
  }),
  lessonProgress: providerEndpoint({
    method: 'GET',
    path: '/api/user-course-progress/lesson/{userId}/{lessonId}',
    params: learnerLesson,
    answer: data(entity.lessonProgress),
    errors: ['unauthorized', 'not_found', 'lesson_not_found'],
    summary: "The learner's progress in a lesson, by fragment.",
  }),
  reportFragment: providerEndpoint({
    method: 'POST',
    path: '/api/user-course-progress/fragment/{userId}/{lessonId}/{fragmentIndex}',
    subscription: true,
    params: learnerFragment,
    body: fragmentReport,
    answer: data(entity.lessonProgress),
    errors: ['unauthorized', 'subscription_required', 'lesson_locked', 'not_found', 'lesson_not_found'],
    summary: 'Records that a fragment was started or completed. Idempotent; progress never decreases.',
  }),
  submitPractice: providerEndpoint({
    method: 'POST',
    path: '/api/user-course-progress/submit-practice/{userId}/{lessonId}/{fragmentIndex}',
    subscription: true,
    bodyLimit: promptBody,
    params: learnerFragment,
    body: practiceSubmission,
    answer: data(entity.practiceResult),
    errors: ['unauthorized', 'subscription_required', 'lesson_locked', 'not_found', 'lesson_not_found'],
    summary: "Records an answer (or SKIPPED). The server decides whether it's correct.",
  }),
  startLesson: providerEndpoint({
    method: 'POST',
    path: '/api/user-course-progress/start-lesson/{userId}/{lessonId}/{courseId}',
    subscription: true,
    params: learnerLessonCourse,
    answer: data(entity.courseProgress),
    errors: [
      'unauthorized',
      'subscription_required',
      'lesson_locked',
      'not_found',
      'lesson_not_found',
      'course_not_found',
    ],
    summary: 'Starts a lesson that is open to the learner.',
  }),
  finishLesson: providerEndpoint({
    method: 'POST',
    path: '/api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}',
    subscription: true,
    params: learnerLessonCourse,
    answer: data(entity.courseProgress),
    errors: [
      'unauthorized',
      'subscription_required',
      'lesson_locked',
      'lesson_incomplete',
      'not_found',
      'lesson_not_found',
      'course_not_found',
    ],
    summary: 'Finishes a lesson if all its fragments are completed.',
  }),
  updateCourseProgress: providerEndpoint({
    method: 'POST',
    path: '/api/product-user/update-course-progress',
    subscription: true,
    body: courseProgressUpdate,
    answer: data(entity.courseProgress),
    errors: [
      'unauthorized',
      'subscription_required',
      'lesson_locked',
      'not_found',
      'lesson_not_found',
      'course_not_found',
    ],
    summary: 'Records that a lesson was started. The server computes percentage and completion.',
  }),
  evaluatePrompt: providerEndpoint({
    method: 'POST',
    path: '/api/openai/evaluate-prompt',
    subscription: true,
    limit: 'judge',
    bodyLimit: promptBody,
    body: evaluationRequest,
    answer: data(z.object({ evaluation: entity.evaluation })),
    errors: ['unauthorized', 'subscription_required', 'lesson_locked', 'not_found', 'lesson_not_found'],
    summary: "Scores a learner's prompt by the points of its task and the learner's marks.",
  }),
}

export const passedPromptEndpoints = {
  passedPrompts: endpoint({
    method: 'GET',
    path: '/api/product-user/passed-prompts',
    answer: data(z.array(entity.passedPrompt)),
    errors: ['unauthorized'],
    summary: "The learner's passed prompts, newest first: one for each task, at most 500.",
  }),
}

export const streakEndpoints = {
  streak: providerEndpoint({
    method: 'GET',
    path: '/api/product-user/streak',
    answer: data(entity.streak),
    errors: ['unauthorized'],
    summary: "The learner's streak, in the time zone of the header X-Time-Zone.",
  }),
  firstScreen: providerEndpoint({
    method: 'GET',
    path: '/api/product-user/first-screen',
    query: z.object({ lessonId: entity.id.optional() }),
    answer: data(
      z.object({
        user: entity.user,
        subscriptions: z.array(entity.subscription),
        streak: entity.streak,
        recommendedCourse: z.object({ courseId: entity.id.nullable() }),
        courseProgress: z.array(entity.courseProgress),
        lessonProgress: entity.lessonProgress.optional(),
      }),
    ),
    errors: ['unauthorized'],
    summary:
      "What a learner's first screen needs, as the single calls return it: user, subscriptions, streak, recommended course, progress of every course, and of a lesson if one is named.",
  }),
}
