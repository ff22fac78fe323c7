import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, file } from './desk-endpoint.ts'
import { tablePage, tableQuery } from './table.ts'

const count = z.int().nonnegative()
/** Between 0 and 1; null when there is nothing to divide by. */
const share = z.number().nullable()

/** A course, and the language of the learners' accounts; absent for all. */
const filters = { course: z.string().max(60).optional(), language: z.string().max(8).optional() }

/** The parts of the section that are tables. */
export const learningTables = ['weakest', 'funnel', 'lessons', 'practices', 'answers'] as const

export type LearningTable = (typeof learningTables)[number]

const overview = z.object({
  /** Unix milliseconds; null before the first report. */
  countedAt: z.number().nullable(),
  courses: z.array(z.object({ id: z.string(), title: z.string() })),
  languages: z.array(z.string()),
  /** Of the current release. */
  quizzes: z.array(z.string()),
})

/** Titles are English; of removed content, the ID. */
const place = { place: z.string(), course: z.string(), title: z.string() }

const weakRow = z.object({
  ...place,
  kind: z.enum(['lesson', 'practice']),
  learners: count,
  struggled: count,
  share: z.number(),
})

const weekRow = z.object({
  /** Its Monday. */
  week: z.string(),
  quiz: z.string(),
  begun: count,
  planMade: count,
  taskTried: count,
  registered: count,
  checkoutBegun: count,
  paid: count,
  pinSet: count,
  lessonFinished: count,
  /** Null while day 36 of some of them is still to come. */
  learningOnDay30: count.nullable(),
})

const counted = { started: count, finished: count, left: count, medianSeconds: count.nullable() }

const lessonRow = z.object({ ...place, ...counted, firstTry: share })

const practiceRow = z.object({
  ...place,
  kind: z.enum(['prompt', 'question', 'exercise']),
  ...counted,
  skipped: count,
  firstTry: share,
})

const answerRow = z.object({
  ...place,
  kind: z.enum(['wrong_option', 'missed', 'marked']),
  answer: z.string(),
  learners: count,
  share,
})

const table = { method: 'GET', permission: 'learning.read', audited: false } as const

export const learningEndpoints = {
  learningOverview: deskEndpoint({
    ...table,
    path: '/api/desk/learning',
    answer: data(overview),
    summary: 'When learning was last counted, and what the tables can be filtered by.',
  }),
  learningWeakest: deskEndpoint({
    ...table,
    path: '/api/desk/learning/weakest',
    query: tableQuery(['share', 'learners', 'title', 'course']).extend(filters),
    answer: tablePage(weakRow),
    summary: 'The 20 lessons and practices where most learners struggle.',
  }),
  learningFunnel: deskEndpoint({
    ...table,
    path: '/api/desk/learning/funnel',
    query: tableQuery([
      'week',
      'quiz',
      'begun',
      'planMade',
      'taskTried',
      'registered',
      'checkoutBegun',
      'paid',
      'pinSet',
      'lessonFinished',
      'learningOnDay30',
    ]).extend({ quiz: z.string().max(20).optional() }),
    answer: tablePage(weekRow),
    summary: 'From the quiz to the first lesson and day 30, by week and quiz.',
  }),
  learningLessons: deskEndpoint({
    ...table,
    path: '/api/desk/learning/lessons',
    query: tableQuery(['started', 'finished', 'left', 'firstTry', 'medianSeconds', 'place', 'title']).extend(filters),
    answer: tablePage(lessonRow),
    summary: 'Each lesson: started, finished, left, first tries and time.',
  }),
  learningPractices: deskEndpoint({
    ...table,
    path: '/api/desk/learning/practices',
    query: tableQuery([
      'started',
      'finished',
      'skipped',
      'left',
      'firstTry',
      'medianSeconds',
      'place',
      'title',
      'kind',
    ]).extend({ ...filters, kind: z.enum(['prompt', 'question', 'exercise']).optional() }),
    answer: tablePage(practiceRow),
    summary: 'Each practice: started, finished, skipped, left, first tries and time.',
  }),
  learningAnswers: deskEndpoint({
    ...table,
    path: '/api/desk/learning/answers',
    query: tableQuery(['learners', 'share', 'place', 'title', 'kind']).extend({
      ...filters,
      kind: z.enum(['wrong_option', 'missed', 'marked']).optional(),
    }),
    answer: tablePage(answerRow),
    summary: 'Wrong options chosen first, points missed, and points marked by hand.',
  }),
  exportLearning: deskEndpoint({
    method: 'GET',
    path: '/api/desk/learning/export/{table}',
    permission: 'learning.read',
    stepUp: true,
    params: z.object({ table: z.enum(learningTables) }),
    query: z.object({ ...filters, kind: z.string().max(20).optional(), quiz: z.string().max(20).optional() }),
    answer: file,
    object: { kind: 'list', param: 'table' },
    summary: 'A table of the learning section as CSV.',
  }),
}
