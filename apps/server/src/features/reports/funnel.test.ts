import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { addCheckout, addCustomer } from '../../test-support/rows/billing.ts'
import { addFinishedLesson } from '../../test-support/rows/learning.ts'
import { ageFirstVisit, setQuiz } from '../../test-support/rows/onboarding.ts'
import { actAsVisitor, beginQuiz, onboardingCatalog } from '../../test-support/visitor.ts'
import { countFunnel } from './funnel.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
})
afterAll(() => server.close())

const count = (days: number | null = null) => countFunnel(server.context.db, server.context.catalog.quizzes, days)

type Purchase = { status: 'open' | 'paid'; userId?: string; daysAgo?: number }

const buy = async (email: string, { status, userId, daysAgo = 0 }: Purchase) => {
  const customerId = await addCustomer(server.context.db, email, userId)
  await addCheckout(server.context.db, { customerId, status, daysAgo })
}

const finishLesson = (userId: string) => addFinishedLesson(server.context.db, { userId, lessonId: 'ai-zero.l01' })

/** A registered visitor with a new address. */
const registerVisitor = async () => {
  const visitor = await beginQuiz(server)
  const email = `${randomUUID()}@example.com`
  await visitor.register(email)
  return { ...visitor, email }
}

describe('funnel', () => {
  it('is empty without visitors', async () => {
    expect(await count()).toEqual([])
  })

  it('counts people by the furthest step, for each quiz', async () => {
    await beginQuiz(server)
    const third = actAsVisitor(server)
    await third.save(3, {})
    await third.save(2, {})
    const planner = await beginQuiz(server)
    await planner.save(5, {})
    await planner.plan()
    await planner.plan()
    await planner.tryTask('Write a poem.')
    await registerVisitor()
    await buy((await registerVisitor()).email, { status: 'open' })
    await buy((await registerVisitor()).email, { status: 'paid' })
    for (const [pin, hasFinished] of [
      [null, false],
      ['4826', false],
      ['4826', true],
    ] as const) {
      const { email } = await registerVisitor()
      const { id } = await createUser(server.context, { email, pin })
      await buy(email, { status: 'paid', userId: id })
      if (hasFinished) await finishLesson(id)
    }
    await actAsVisitor(server).save(2, {}, { variant: 2 })

    const [general, work] = await count()
    expect(general).toEqual({
      quiz: 'f1-v1',
      rows: [
        { name: 'quiz started', people: 9 },
        { name: 'step 1 (experience)', people: 9 },
        { name: 'step 2 (info)', people: 2 },
        { name: 'step 3 (habits)', people: 2 },
        { name: 'step 4 (goal)', people: 1 },
        { name: 'step 5 (time)', people: 1 },
        { name: 'plan made', people: 1 },
        { name: 'free task tried', people: 1 },
        { name: 'email given', people: 6 },
        { name: 'checkout started', people: 5 },
        { name: 'paid or on trial', people: 4 },
        { name: 'PIN set', people: 2 },
        { name: 'first lesson finished', people: 1 },
        { name: 'learning on day 30', people: 0 },
      ],
    })
    expect(work?.rows.slice(0, 4).map(({ people }) => people)).toEqual([1, 1, 1, 0])
  })

  it('counts a person with two addresses once, and ignores earlier purchases', async () => {
    const before = (await count())[0]?.rows
    const visitor = await beginQuiz(server)
    const [one, two] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    await visitor.register(one)
    await visitor.register(two)
    await buy(one, { status: 'open' })
    await buy(two, { status: 'paid', daysAgo: 2 })
    const after = (await count())[0]?.rows
    const more = after?.map(({ people }, index) => people - (before?.[index]?.people ?? 0))
    expect(more?.slice(8, 11)).toEqual([1, 1, 0])
  })

  it('can be limited to the last days', async () => {
    const { onboardingId } = await beginQuiz(server)
    const before = (await count(7))[0]?.rows[0]?.people ?? 0
    await ageFirstVisit(server.context.db, onboardingId, 8)
    expect((await count(7))[0]?.rows[0]?.people).toBe(before - 1)
    expect((await count(9))[0]?.rows[0]?.people).toBe(before)
  })

  it('shows a removed quiz by its numbers', async () => {
    const { onboardingId } = await beginQuiz(server)
    await setQuiz(server.context.db, onboardingId, { variant: 8, version: 3, step: 2 })
    const gone = (await count()).find(({ quiz }) => quiz === 'f8-v3')
    expect(gone?.rows.slice(0, 4).map(({ name }) => name)).toEqual(['quiz started', 'step 1', 'step 2', 'plan made'])
  })
})
