import { z } from 'zod'
import * as entity from './entities.ts'
import { accountEndpoints } from './account-endpoints.ts'
import { billingEndpoints } from './billing-endpoints.ts'
import { certificateEndpoints } from './certificates.ts'
import { emailChangeEndpoints } from './email-change-endpoints.ts'
import { data, endpoint, largeBody } from './endpoint.ts'
import { onboardingEndpoints } from './onboarding-endpoints.ts'
import { pinEndpoints } from './pin-endpoints.ts'
import { preferenceEndpoints } from './preference-endpoints.ts'
import { refundEndpoints } from './refund-endpoints.ts'
import { reminderEndpoints } from './reminders.ts'
import { reviewEndpoints } from './review.ts'
import { streakEndpoints } from './streak-endpoints.ts'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

export type { Endpoint } from './endpoint.ts'

/** Indexes arrive in paths as plain decimal digits. */
const fragmentIndex = z.string().regex(/^(0|[1-9]\d{0,2})$/)
/** At most a year: a lesson may stay open for days. The server cuts it to the time that can have been spent. */
const wholeSeconds = z.number().int().min(0).max(31_536_000)
const percentage = z.number().min(0).max(100)

export const fragmentReport = z.object({
  courseId: entity.id,
  chapterId: entity.id,
  lessonId: entity.id,
  fragmentId: entity.id,
  fragmentIndex: z.number().int().min(0).max(999),
  completed: z.boolean(),
  progressPercentage: percentage,
  timeSpent: wholeSeconds,
})

export const practiceSubmission = z.object({
  practiceId: entity.id,
  practiceType: z.enum(entity.practiceTypes),
  answer: z.string().min(1).max(4_000),
  isCorrect: z.boolean(),
  completed: z.boolean(),
  courseId: entity.id,
  fragmentId: entity.id,
  fragmentIndex: z.number().int().min(0).max(999),
  lessonId: entity.id,
})

export const courseProgressUpdate = z.object({
  courseId: entity.id,
  chapterId: entity.id,
  lessonId: entity.id,
  completed: z.boolean(),
  progressPercentage: percentage,
  timeSpent: wholeSeconds,
  started: z.boolean(),
})

/** `criteria`, `model` and `practiceTask` are taken for the spec's sake and ignored: the server uses its own. */
export const evaluationRequest = z.object({
  criteria: z.array(z.unknown()).max(50).optional(),
  model: z.string().max(100).optional(),
  lessonId: entity.id,
  fragmentIndex: z.number().int().min(0).max(999),
  practiceId: entity.id,
  practiceTask: z.string().max(8_000).optional(),
  prompt: z.string().max(4_000),
})

const learnerLesson = z.object({ userId: entity.id, lessonId: entity.id })
const learnerFragment = learnerLesson.extend({ fragmentIndex })
const learnerLessonCourse = learnerLesson.extend({ courseId: entity.id })

/** Every call of the API. */
export const endpoints = {
  ...onboardingEndpoints,
  ...accountEndpoints,
  ...billingEndpoints,
  ...certificateEndpoints,
  ...emailChangeEndpoints,
  ...pinEndpoints,
  ...preferenceEndpoints,
  ...refundEndpoints,
  ...reminderEndpoints,
  ...reviewEndpoints,
  ...streakEndpoints,
  ...subscriptionEndpoints,
  login: endpoint({
    method: 'POST',
    path: '/api/product-user/login',
    auth: 'public',
    limit: 'login',
    body: z.object({ email: z.string().max(254), pin: z.string().max(20) }),
    answer: z.object({ jwt: z.string(), user: entity.user, restored: z.literal(true).optional() }),
    errors: ['invalid_credentials', 'check_mailbox'],
    summary: 'Signs in with email and PIN. `restored` when that undid the deletion of the account.',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/product-user/logout',
    answer: data(z.object({ loggedOut: z.literal(true) })),
    errors: ['unauthorized'],
    summary: 'Ends the session of the token that is sent.',
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/product-user/me',
    answer: data(entity.user),
    errors: ['unauthorized'],
    summary: 'The signed-in user.',
  }),
  userSubscription: endpoint({
    method: 'GET',
    path: '/api/user-subscription',
    query: z.object({ email: z.union([z.string(), z.array(z.string())]).optional() }),
    answer: data(z.array(entity.subscription)),
    errors: ['unauthorized'],
    summary: "The signed-in user's subscriptions, newest first; empty for anybody else's address.",
  }),
  locales: endpoint({
    method: 'GET',
    path: '/api/i18n/locales',
    auth: 'public',
    answer: data(z.array(entity.locale)),
    summary: 'The languages of the interface, with their own names.',
  }),
  listCourses: endpoint({
    method: 'GET',
    path: '/api/courses',
    auth: 'optional',
    query: z.looseObject({}),
    answer: data(z.array(entity.course)),
    summary: 'The catalogue. `populate[n]` adds chapters, chapters.lessons, featuredImage.',
  }),
  getCourse: endpoint({
    method: 'GET',
    path: '/api/courses/{id}',
    auth: 'optional',
    params: z.object({ id: entity.id }),
    answer: data(entity.course),
    errors: ['course_not_found'],
    summary: 'One course with its chapters, lessons and progress messages, without fragment bodies.',
  }),
  getLesson: endpoint({
    method: 'GET',
    path: '/api/lessons/{id}',
    auth: 'optional',
    params: z.object({ id: entity.id }),
    answer: data(entity.lesson),
    errors: ['unauthorized', 'subscription_required', 'lesson_not_found'],
    summary: 'One lesson with its fragments. The first lesson of a course is free for anyone.',
  }),
  courseProgress: endpoint({
    method: 'GET',
    path: '/api/user-course-progress/course/{userId}/{courseId}',
    params: z.object({ userId: entity.id, courseId: entity.id }),
    answer: data(entity.courseProgress),
    errors: ['unauthorized', 'not_found', 'course_not_found'],
    summary: "The learner's progress in a course.",
  }),
  lessonProgress: endpoint({
    method: 'GET',
    path: '/api/user-course-progress/lesson/{userId}/{lessonId}',
    params: learnerLesson,
    answer: data(entity.lessonProgress),
    errors: ['unauthorized', 'not_found', 'lesson_not_found'],
    summary: "The learner's progress in a lesson, fragment by fragment.",
  }),
  reportFragment: endpoint({
    method: 'POST',
    path: '/api/user-course-progress/fragment/{userId}/{lessonId}/{fragmentIndex}',
    subscription: true,
    params: learnerFragment,
    body: fragmentReport,
    answer: data(entity.lessonProgress),
    errors: ['unauthorized', 'subscription_required', 'lesson_locked', 'not_found', 'lesson_not_found'],
    summary: 'Records that a fragment was started or completed. May be repeated; progress never goes back.',
  }),
  submitPractice: endpoint({
    method: 'POST',
    path: '/api/user-course-progress/submit-practice/{userId}/{lessonId}/{fragmentIndex}',
    subscription: true,
    bodyLimit: largeBody,
    params: learnerFragment,
    body: practiceSubmission,
    answer: data(entity.practiceResult),
    errors: ['unauthorized', 'subscription_required', 'lesson_locked', 'not_found', 'lesson_not_found'],
    summary: 'Records an answer (or SKIPPED). The server decides whether it is right.',
  }),
  startLesson: endpoint({
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
  finishLesson: endpoint({
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
    summary: 'Finishes a lesson whose fragments are all completed.',
  }),
  updateCourseProgress: endpoint({
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
    summary: 'Says that a lesson was started. Percent and completion are decided by the server.',
  }),
  evaluatePrompt: endpoint({
    method: 'POST',
    path: '/api/openai/evaluate-prompt',
    subscription: true,
    limit: 'judge',
    bodyLimit: largeBody,
    body: evaluationRequest,
    answer: data(z.object({ evaluation: entity.evaluation })),
    errors: ['unauthorized', 'subscription_required', 'lesson_locked', 'not_found', 'lesson_not_found'],
    summary: "Scores a learner's prompt against the practice's rubric.",
  }),
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
