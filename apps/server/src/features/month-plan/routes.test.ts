import { join } from 'node:path'
import type { Catalog } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import type { MonthPlan } from '@kitewise/contract/month-plan'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buyAs } from '../../test-support/act-as-buyer.ts'
import { actAsLearner, type Learner } from '../../test-support/act-as-learner.ts'
import { addReview } from '../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { actAsVisitor } from '../../test-support/visitor.ts'
import { seedFinishedLessons } from '../learning/seed-finished-lessons.ts'

const content = loadContent(join(import.meta.dirname, '../../../../../content'))
const now = new Date('2027-01-12T10:00:00Z')

/** Lessons that left the catalog under the running server. */
const gone = new Set<string>()
const catalog: Catalog = { ...content, findLesson: (id) => (gone.has(id) ? null : content.findLesson(id)) }
const lessonIds = (courseId: string) => (content.findCourse(courseId)?.lessons ?? []).map(({ id }) => id)

let server: TestServer
let learner: Learner
beforeAll(async () => {
  server = await startTestServer({ catalog, now })
})
afterAll(() => server.close())
beforeEach(async () => {
  gone.clear()
  server.setNow(now)
  learner = await actAsLearner(server, { subscription: { currentPeriodEnd: now.getTime() / 1000 + 60 * 86_400 } })
})

const get = (headers: Record<string, string> = {}, { token } = learner) => server.call('monthPlan', { token, headers })
const startNext = (number: number | string) =>
  server.call('startMonthPlan', { token: learner.token, params: { number } })
const finish = (missionId: string, note = '', headers: Record<string, string> = {}, number = 1) =>
  server.call('finishMission', { token: learner.token, params: { number, missionId }, body: { note }, headers })
const streak = async () => (await server.call('streak', { token: learner.token })).body.data

const planned = ({ steps }: MonthPlan) => steps.flatMap((step) => (step.kind === 'lesson' ? [step.lesson.id] : []))
const missionsOf = ({ steps }: MonthPlan) => steps.flatMap((step) => (step.kind === 'mission' ? [step] : []))
const doneDays = ({ steps }: MonthPlan) => steps.flatMap(({ isDone }, index) => (isDone ? [index + 1] : []))

describe('the first call', () => {
  it('starts 28 days with the first lesson, on the day where the learner is', async () => {
    const { data } = (await get({ 'x-time-zone': 'Pacific/Kiritimati' })).body
    expect(data).toMatchObject({ number: 1, startDay: '2027-01-13', nextStep: 0, canStartNext: false })
    expect(planned(data).slice(0, lessonIds('ai-zero').length)).toEqual(lessonIds('ai-zero'))
    expect(data.steps[0]).toMatchObject({
      kind: 'lesson',
      state: 'available',
      course: { id: 'ai-zero' },
      language: 'en',
    })
    expect(data.steps[1]).toMatchObject({ kind: 'lesson', state: 'locked' })
    expect(data.steps[6]).toEqual({ kind: 'mission', missionId: 'message', isDone: false, note: '' })
    server.setNow(new Date('2027-01-20T10:00:00Z'))
    expect((await get()).body.data).toEqual(data)
  })

  it('answers the same to both of two concurrent calls', async () => {
    const [one, other] = await Promise.all([get(), get()])
    expect([one.status, other.status, one.text]).toEqual([200, 200, other.text])
  })

  it('leaves out finished lessons, and has titles in the language of the request', async () => {
    await seedFinishedLessons(server.context, learner.id, lessonIds('ai-zero').slice(0, 2))
    const { data } = (await get({ 'accept-language': 'uk' })).body
    expect(planned(data)[0]).toBe(lessonIds('ai-zero')[2])
    const [first] = data.steps
    expect(first).toMatchObject({
      lesson: { title: content.findLesson(lessonIds('ai-zero')[2] ?? '')?.lesson.words.get('ua')?.title },
      language: 'ua',
    })
  })

  it('plans the course of the quiz answers after course 1, with missions that fit', async () => {
    const visitor = actAsVisitor(server)
    await visitor.save(12, { month: ['trusting'], worries: ['data'] })
    const email = 'safe@kitewise.example'
    const { data } = (await get({}, { ...learner, token: await buyAs(server, visitor, email) })).body
    expect(planned(data)).toEqual([...lessonIds('ai-zero'), ...lessonIds('safe-fair')].slice(0, 20))
    expect(missionsOf(data).map(({ missionId }) => missionId)).toEqual(
      expect.arrayContaining(['check', 'placeholders']),
    )
  })

  it('needs a session and a subscription', async () => {
    expect((await server.call('monthPlan')).status).toBe(401)
    const visitor = await actAsLearner(server, { subscription: null })
    const reply = await get({}, visitor)
    expect([reply.status, reply.error?.name]).toEqual([403, 'subscription_required'])
  })
})

describe('steps', () => {
  it('are done with lessons finished anywhere, and days of practice since the start', async () => {
    const first = (await get()).body.data
    await seedFinishedLessons(
      server.context,
      learner.id,
      planned(first)
        .slice(0, 2)
        .concat(planned(first)[13] ?? ''),
    )
    const review = { userId: learner.id, practiceId: 'p', at: now }
    await addReview(server.context.db, { ...review, day: '2027-01-11', place: 1 })
    expect(doneDays((await get()).body.data)).toEqual([1, 2, 18])
    await addReview(server.context.db, { ...review, practiceId: 'q', day: '2027-01-12', place: 1 })
    await addReview(server.context.db, { ...review, practiceId: 'r', day: '2027-01-12', place: 2 })
    await addReview(server.context.db, { ...review, practiceId: 's', day: '2027-01-14', place: 1 })
    expect((await get()).body.data).toMatchObject({ nextStep: 2 })
    expect(doneDays((await get()).body.data)).toEqual([1, 2, 6, 13, 18])
  })

  it('on a lesson that left the catalog become a day of practice', async () => {
    await get()
    gone.add(lessonIds('ai-zero')[0] ?? '')
    const { data } = (await get()).body
    expect(data.steps[0]).toEqual({ kind: 'practice', isDone: false })
    expect(data.steps).toHaveLength(28)
  })
})

describe('a mission', () => {
  it('is done with one line, counts for the streak once, and its note can be changed', async () => {
    await get()
    const { data } = (await finish('message', '  Wrote to\nmy landlord. ')).body
    expect(missionsOf(data)[0]).toMatchObject({ isDone: true, note: 'Wrote to my landlord.' })
    expect(await streak()).toMatchObject({ current: 1, isTodayLearned: true })
    server.setNow(new Date('2027-01-13T10:00:00Z'))
    await finish('message', 'He answered.')
    expect(missionsOf((await get()).body.data)[0]).toMatchObject({ isDone: true, note: 'He answered.' })
    expect(await streak()).toMatchObject({ current: 1, isTodayLearned: false })
  })

  it('that was done offline counts for its day, and an older note replaces no newer one', async () => {
    await get()
    await finish('meals', 'Newer')
    server.setNow(new Date('2027-01-12T10:01:00Z'))
    const { data } = (await finish('meals', 'Older', { 'x-activity-age': '120' })).body
    expect(missionsOf(data)[1]).toMatchObject({ isDone: true, note: 'Newer' })
    await finish('gift', '', { 'x-activity-age': String(86_400) })
    expect(await streak()).toMatchObject({ current: 2 })
  })

  it.each([
    ['of another plan', 'message', 2, 404],
    ['that is not part of the plan', 'template', 1, 404],
    ['that does not exist', 'nothing', 1, 400],
  ])('%s is refused', async (_, missionId, number, status) => {
    await get()
    expect((await finish(missionId, '', {}, number)).status).toBe(status)
    expect((await streak()).current).toBe(0)
  })

  it('is refused with a longer note, without a session, and for a learner without a plan', async () => {
    expect((await finish('message')).status).toBe(404)
    await get()
    expect((await finish('message', 'x'.repeat(201))).status).toBe(400)
    expect((await finish('message', 'x'.repeat(200))).status).toBe(200)
    expect(
      (await server.call('finishMission', { params: { number: 1, missionId: 'meals' }, body: { note: '' } })).status,
    ).toBe(401)
  })

  it('of one learner is not shown to another', async () => {
    await get()
    await finish('message', 'Mine')
    learner = await actAsLearner(server)
    expect(missionsOf((await get()).body.data)[0]).toMatchObject({ isDone: false, note: '' })
  })
})

describe('the next 28 days', () => {
  it('start once the lessons are finished, with the next lessons and the other missions', async () => {
    const first = (await get()).body.data
    expect((await startNext(2)).status).toBe(400)
    await seedFinishedLessons(server.context, learner.id, planned(first))
    expect((await get()).body.data.canStartNext).toBe(true)
    const { data } = (await startNext(2)).body
    expect(data).toMatchObject({ number: 2, nextStep: 0, canStartNext: false })
    expect(planned(data).some((id) => planned(first).includes(id))).toBe(false)
    expect(missionsOf(data).map(({ missionId }) => missionId)).toEqual([
      'check',
      'placeholders',
      'rehearse',
      'template',
    ])
    expect((await startNext(2)).body.data).toEqual(data)
    expect((await get()).body.data).toEqual(data)
    expect(missionsOf((await finish('check', 'Done', {}, 2)).body.data)[0]).toMatchObject({
      isDone: true,
      note: 'Done',
    })
  })

  it('start after 28 days, whatever is done', async () => {
    await get()
    server.setNow(new Date('2027-02-09T10:00:00Z'))
    const { data } = (await startNext(2)).body
    expect(data).toMatchObject({ number: 2, startDay: '2027-02-09' })
    expect(planned(data)[0]).toBe(lessonIds('ai-zero')[0])
  })

  it.each([['3'], ['0'], ['x']])('refuse the number %s', async (number) => {
    await get()
    server.setNow(new Date('2027-02-09T10:00:00Z'))
    expect((await startNext(number)).status).toBe(400)
  })
})
