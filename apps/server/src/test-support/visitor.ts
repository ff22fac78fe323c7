import { randomUUID } from 'node:crypto'
import type { CatalogCourse, OnboardingQuiz } from '@kitewise/content/catalog'
import type { LearningGoal, QuizAnswers } from '@kitewise/contract/onboarding-entities'
import { makeCatalog, withQuizzes } from './make-catalog.ts'
import type { TestServer } from './start-test-server.ts'

/**
 * A short quiz: experience (10 of 20 points for each habit), a goal, minutes per day. Its free task is `ai-
 * zero.l02.f1.p1`.
 */
const makeQuiz = (variant = 1, version = 1): OnboardingQuiz => ({
  id: `f${variant}-v${version}`,
  variant,
  version,
  miniTask: 'ai-zero.l02.f1.p1',
  steps: [
    {
      id: 'experience',
      kind: 'single',
      options: [
        { id: 'none', readiness: 0 },
        { id: 'daily', readiness: 10 },
      ],
    },
    { id: 'info', kind: 'information', options: [] },
    {
      id: 'habits',
      kind: 'multiple',
      about: 'worry',
      options: [
        { id: 'asks', readiness: 5 },
        { id: 'checks', readiness: 5, goals: ['everyday'] },
        { id: 'hurries', minutesAtMost: 5 },
        { id: 'nothing', isExclusive: true },
      ],
    },
    {
      id: 'goal',
      kind: 'single',
      about: 'goal',
      options: [
        { id: 'home', goals: ['everyday'] },
        { id: 'job', goals: ['work'] },
      ],
    },
    {
      id: 'time',
      kind: 'single',
      options: [
        { id: 'five', minutes: 5 },
        { id: 'twenty', minutes: 20 },
      ],
    },
  ],
  words: new Map([
    [
      'en',
      {
        experience: { title: 'How often?', text: 'Any answer is fine.', options: { none: 'Never', daily: 'Daily' } },
        info: { title: 'Good to know', text: 'Five minutes a day.', options: {} },
        habits: {
          title: 'What do you do?',
          text: '',
          options: {
            asks: 'I ask again',
            checks: 'I check',
            hurries: 'I am in a hurry',
            'hurries.reply': 'Five minutes will do.',
            nothing: 'None yet',
          },
        },
        goal: { title: 'What for?', text: '', options: { home: 'Home', job: 'Job' } },
        time: { title: 'How long?', text: '', options: { five: '5 minutes', twenty: '20 minutes' } },
      },
    ],
  ]),
})

const withGoals = (course: CatalogCourse, goals: LearningGoal[]): CatalogCourse => ({ ...course, goals })

/** Two courses, of which `work-words` fits the goal work, and two variants of the quiz. */
export function onboardingCatalog() {
  const catalog = makeCatalog(
    { id: 'ai-zero', chapters: { c1: { l01: { f1: ['quiz'] }, l02: { f1: ['prompt'] } } } },
    { id: 'work-words', chapters: { c1: { l01: { f1: [] } } } },
  )
  const goals: LearningGoal[][] = [['everyday'], ['work']]
  const courses = catalog.courses.map((course, index) => withGoals(course, goals[index] ?? []))
  return withQuizzes({ ...catalog, courses }, [makeQuiz(1), makeQuiz(2)])
}

type Changes = Record<string, unknown>

/** A visitor between quiz and plan, with the id that their browser created. */
export function actAsVisitor(server: TestServer, onboardingId: string = randomUUID()) {
  const params = { onboardingId }
  return {
    onboardingId,
    save: (step: number, answers: QuizAnswers, changes: Changes = {}) =>
      server.call('saveOnboarding', { params, body: { variant: 1, version: 1, step, answers, ...changes } }),
    plan: (headers: Record<string, string> = {}) => server.call('makePlan', { params, headers }),
    tryTask: (prompt: string, headers: Record<string, string> = {}, changes: Changes = {}) =>
      server.call('evaluateMiniTask', { params, headers, body: { prompt, ...changes } }),
    register: (email: string, changes: Changes = {}) =>
      server.call('register', {
        body: { onboardingId, email, termsAccepted: true, marketingConsent: false, ...changes },
      }),
  }
}

/** A visitor who has started the quiz. */
export async function beginQuiz(server: TestServer) {
  const visitor = actAsVisitor(server)
  const saved = await visitor.save(1, { experience: ['none'] })
  if (saved.error) throw new Error(`a quiz could not be begun: ${saved.error.name}`)
  return visitor
}
