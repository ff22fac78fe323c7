import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { readinessLevels } from '@kitewise/contract/onboarding-entities'
import { chooseNextCourse } from '@kitewise/rules/onboarding-plan'
import { quizEffects } from '@kitewise/rules/quiz-effects'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyAs } from '../../test-support/act-as-buyer.ts'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { actAsVisitor, onboardingCatalog } from '../../test-support/visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
})
afterAll(() => server.close())

const recommendedTo = async (token: string) => {
  const reply = await server.call('recommendedCourse', { token })
  expect(reply.status).toBe(200)
  return reply.body.data.courseId
}
const answerQuiz = async (goal: string) => {
  const visitor = actAsVisitor(server)
  await visitor.save(5, { experience: ['none'], goal: [goal] })
  return visitor
}

describe('recommended course', () => {
  it('is the one to which the learner’s own answers lead, also as a beginner', async () => {
    const ann = await buyAs(server, await answerQuiz('job'), 'ann@kitewise.example')
    const bea = await buyAs(server, await answerQuiz('home'), 'bea@kitewise.example')
    expect([await recommendedTo(ann), await recommendedTo(bea)]).toEqual(['work-words', null])
  })

  it('ignores a quiz that someone else ended with the learner’s address', async () => {
    const ann = await buyAs(server, await answerQuiz('home'), 'cleo@kitewise.example')
    await (await answerQuiz('job')).register('cleo@kitewise.example')
    expect(await recommendedTo(ann)).toBeNull()
  })

  it('is none without a quiz, and needs a session', async () => {
    expect(await recommendedTo((await actAsLearner(server)).token)).toBeNull()
    expect((await server.call('recommendedCourse')).status).toBe(401)
  })
})

describe('product quizzes', () => {
  const { courses, quizzes } = loadContent(join(import.meta.dirname, '../../../../../content'))
  const answers = quizzes.flatMap(({ id, steps }) =>
    steps.flatMap((step) =>
      step.options.flatMap((option) =>
        option.goals ? [{ name: `${id} ${step.id}.${option.id}`, steps, step, option }] : [],
      ),
    ),
  )

  it.each(answers)('$name leads to a course for its goal, whatever the readiness', ({ steps, step, option }) => {
    const { goals } = quizEffects(steps, { [step.id]: [option.id] })
    // The general course comes first anyway.
    const wanted = option.goals?.filter((goal) => goal !== 'everyday') ?? []
    for (const readiness of readinessLevels) {
      const served = chooseNextCourse(courses, { goals, readiness })?.goals ?? []
      expect(wanted.length === 0 ? served.length === 0 : wanted.some((goal) => served.includes(goal))).toBe(true)
    }
  })

  it.each([
    ['creating', 'beyond-text'],
    ['routine', 'repeatable'],
    ['facts', 'find-check'],
    ['data', 'safe-fair'],
    ['job', 'work-words'],
    ['school', 'study-hired'],
  ])('%s leads to %s', (optionId, courseId) => {
    const found = answers.find(({ name, option }) => name.startsWith('f1') && option.id === optionId)
    const goals = quizEffects(found?.steps ?? [], { [found?.step.id ?? '']: [optionId] }).goals
    expect(chooseNextCourse(courses, { goals, readiness: 'low' })?.id).toBe(courseId)
  })
})
