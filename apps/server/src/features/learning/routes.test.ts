import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsLearner, makeCalls, type Learner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const catalog = makeCatalog(
  { id: 'a', chapters: { c1: { l01: { f1: ['quiz'], f2: [] }, l02: { f1: ['prompt'] } }, c2: { l03: { f1: [] } } } },
  { id: 'b', chapters: { c1: { l01: { f1: [] } } } },
)

let server: TestServer
let ann: Learner

beforeAll(async () => {
  server = await startTestServer({ catalog, now: new Date('2026-11-02T10:00:00Z') })
})
afterAll(() => server.close())
beforeEach(async () => {
  ann = await actAsLearner(server)
})

const completeLesson = async (learner: Learner, lessonId: string) => {
  const fragments = catalog.findLesson(lessonId)?.lesson.fragments ?? []
  for (const index of fragments.keys()) await learner.report(lessonId, index, true)
  return learner.finish(lessonId)
}

describe('learning a course', () => {
  it('shows a new learner a course that is not started', async () => {
    const reply = await ann.course('a')
    expect(reply.status).toBe(200)
    expect(reply.body.data).toMatchObject({
      courseId: 'a',
      status: 'not_started',
      totalLessons: 3,
      lessonsCompleted: 0,
      percent: 0,
      thumbnail: '/covers/a.svg',
      progressInfo: { finishedLessons: [], startedLessons: [], lesson: null, fragmentIndex: 0 },
    })
    expect(reply.body.data.chapters.map(({ lessons }) => lessons.map(({ id }) => id))).toEqual([
      ['a.l01', 'a.l02'],
      ['a.l03'],
    ])
  })

  it('moves from start to the next lesson', async () => {
    const started = await ann.start('a.l01')
    expect(started.body.data).toMatchObject({
      status: 'in_progress',
      progressInfo: { startedLessons: ['a.l01'], lesson: 'a.l01', fragmentIndex: 0 },
    })
    const reported = await ann.report('a.l01', 0, true)
    expect(reported.body.data).toMatchObject({ lessonId: 'a.l01', started: true, finished: false })
    expect(reported.body.data.fragmentProgress).toEqual({
      0: { fragmentId: 'a.l01.f1', completed: true, timeSpent: 30, secondsToCount: 0, practiceResults: [] },
      1: { fragmentId: 'a.l01.f2', completed: false, timeSpent: 0, secondsToCount: 0, practiceResults: [] },
    })
    expect((await ann.course('a')).body.data.progressInfo.fragmentIndex).toBe(1)
    await ann.report('a.l01', 1, true)
    const finished = await ann.finish('a.l01')
    expect(finished.body.data).toMatchObject({
      lessonsCompleted: 1,
      percent: 33,
      progressInfo: { finishedLessons: ['a.l01'], lesson: null, fragmentIndex: 0 },
    })
    expect((await ann.start('a.l02')).status).toBe(200)
    expect((await ann.lesson('a.l01')).body.data.finished).toBe(true)
  })

  it('is completed with the last lesson', async () => {
    for (const lessonId of ['a.l01', 'a.l02', 'a.l03']) expect((await completeLesson(ann, lessonId)).status).toBe(200)
    expect((await ann.course('a')).body.data).toMatchObject({ status: 'completed', percent: 100, lessonsCompleted: 3 })
    expect((await ann.course('b')).body.data.status).toBe('not_started')
  })

  it('treats a report as the start of an open lesson', async () => {
    await ann.report('a.l01', 0, false)
    expect((await ann.course('a')).body.data.progressInfo.lesson).toBe('a.l01')
  })

  it('starts a lesson through update-course-progress, and ignores its other fields', async () => {
    const claims = { completed: true, progressPercentage: 100, timeSpent: 5000 }
    const reply = await ann.update('a.l01', claims)
    expect(reply.body.data).toMatchObject({ percent: 0, progressInfo: { lesson: 'a.l01', finishedLessons: [] } })
    const bea = await actAsLearner(server)
    expect((await bea.update('a.l01', { ...claims, started: false })).body.data.status).toBe('not_started')
  })

  it('returns titles in the requested language', async () => {
    const reply = await server.call('courseProgress', {
      token: ann.token,
      params: { userId: ann.id, courseId: 'a' },
      headers: { 'accept-language': 'uk-UA' },
    })
    expect(reply.body.data.chapters[0]).toMatchObject({ title: 'Розділ a.c1', lessons: [{ title: 'Lesson l01' }, {}] })
  })
})

describe('access and validation', () => {
  it('needs a session first', async () => {
    const nobody = makeCalls(server, ann.id, '')
    const replies = await Promise.all([
      nobody.course('a'),
      nobody.lesson('a.l01'),
      nobody.start('a.l01'),
      nobody.finish('a.l01'),
      nobody.report('a.l01', 0, true),
      nobody.submit('a.l01', 0, 'a'),
      nobody.update('a.l01'),
    ])
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401))
  })

  it('hides the progress of other learners', async () => {
    const bea = await actAsLearner(server)
    const asBea = makeCalls(server, bea.id, ann.token)
    const replies = await Promise.all([
      asBea.course('a'),
      asBea.lesson('a.l01'),
      asBea.start('a.l01'),
      asBea.finish('a.l01'),
      asBea.report('a.l01', 0, true),
      asBea.submit('a.l01', 0, 'a'),
    ])
    expect(replies.map(({ status, error }) => [status, error?.name])).toEqual(replies.map(() => [404, 'not_found']))
    expect((await bea.course('a')).body.data.status).toBe('not_started')
    expect((await ann.course('a')).body.data.status).toBe('not_started')
  })

  it('rejects writes without a subscription, but allows reads', async () => {
    const eve = await actAsLearner(server, { subscription: null })
    const writes = await Promise.all([
      eve.start('a.l01'),
      eve.finish('a.l01'),
      eve.report('a.l01', 0, true),
      eve.submit('a.l01', 0, 'a'),
      eve.update('a.l01'),
    ])
    expect(writes.map(({ error }) => error?.name)).toEqual(writes.map(() => 'subscription_required'))
    expect((await eve.course('a')).status).toBe(200)
  })

  it('rejects every write to a locked lesson', async () => {
    const replies = await Promise.all([
      ann.start('a.l02'),
      ann.finish('a.l02'),
      ann.report('a.l02', 0, true),
      ann.submit('a.l02', 0, 'SKIPPED'),
      ann.update('a.l02'),
    ])
    expect(replies.map(({ status, error }) => [status, error?.name])).toEqual(replies.map(() => [403, 'lesson_locked']))
    expect((await ann.course('a')).body.data.status).toBe('not_started')
  })

  it('names the fragments that are missing before a lesson can be finished', async () => {
    await ann.report('a.l01', 1, true)
    await ann.report('a.l01', 0, false)
    const reply = await ann.finish('a.l01')
    expect(reply.status).toBe(409)
    expect(reply.error).toMatchObject({ name: 'lesson_incomplete', details: { missing: ['a.l01.f1'] } })
  })

  it('rejects courses and lessons outside the catalog', async () => {
    const { call } = server
    const mine = { token: ann.token, params: { userId: ann.id, lessonId: 'a.l09', courseId: 'z' } }
    expect((await call('courseProgress', mine)).error?.name).toBe('course_not_found')
    expect((await call('lessonProgress', mine)).error?.name).toBe('lesson_not_found')
    expect((await call('startLesson', mine)).error?.name).toBe('course_not_found')
    expect((await ann.update('a.l01', { lessonId: 'a.l09' })).error?.name).toBe('lesson_not_found')
    expect((await ann.report('a.l01', 0, true, { courseId: 'z' })).error?.name).toBe('course_not_found')
  })

  it.each([
    ['lessonId', { lessonId: 'a.l02' }],
    ['courseId', { courseId: 'b' }],
    ['chapterId', { chapterId: 'a.c2' }],
    ['fragmentId', { fragmentId: 'b.l01.f1' }],
    ['fragmentIndex', { fragmentIndex: 1 }],
  ])('rejects a report with a mismatched %s', async (field, changes) => {
    const reply = await ann.report('a.l01', 0, true, changes)
    expect(reply.status).toBe(400)
    expect(reply.error).toMatchObject({ name: 'invalid_request', details: [{ field: `body.${field}` }] })
    expect((await ann.course('a')).body.data.status).toBe('not_started')
  })

  it('rejects an index outside the lesson, even with a valid fragment, and a removed fragment', async () => {
    const fragmentId = 'a.l01.f1'
    const practice = { fragmentId, practiceId: 'a.l01.f1.p1', practiceType: 'SINGLE_CHOICE_TEST' }
    for (const reply of [
      await ann.report('a.l01', 7, true, { fragmentId }),
      await ann.submit('a.l01', 7, 'a', practice),
    ])
      expect(reply.error).toMatchObject({ status: 400, details: [{ field: 'body.fragmentIndex' }] })
    expect((await ann.report('a.l01', 0, true, { fragmentId: 'a.l01.f9' })).status).toBe(400)
    expect((await ann.course('a')).body.data.status).toBe('not_started')
  })

  it('rejects numbers that are not a duration', async () => {
    const bad = [
      await ann.report('a.l01', 0, true, { timeSpent: -1 }),
      await ann.report('a.l01', 0, true, { timeSpent: 1.5 }),
      await ann.report('a.l01', 0, true, { timeSpent: 1e9 }),
      await ann.report('a.l01', 0, true, { completed: 'true' }),
    ]
    expect(bad.map(({ status }) => status)).toEqual(bad.map(() => 400))
  })

  it('rejects a lesson and a course that do not match', async () => {
    const params = { userId: ann.id, lessonId: 'a.l01', courseId: 'b' }
    expect((await server.call('startLesson', { token: ann.token, params })).status).toBe(400)
    expect((await server.call('finishLesson', { token: ann.token, params })).status).toBe(400)
    expect((await ann.update('a.l01', { courseId: 'b' })).status).toBe(400)
  })
})

describe('time spent', () => {
  it('can span days when a lesson stays open: the fragment counts as completed', async () => {
    const reply = await ann.report('a.l01', 0, true, { timeSpent: 3 * 86_400 })
    expect([reply.status, reply.body.data.fragmentProgress['0']]).toMatchObject([
      200,
      { completed: true, timeSpent: 60 },
    ])
  })

  it('is at most the time since opening plus a minute', async () => {
    await ann.report('a.l01', 0, false)
    server.setNow(new Date('2026-11-02T10:01:00Z'))
    const reply = await ann.report('a.l01', 0, true, { timeSpent: 5000 })
    expect(reply.body.data.fragmentProgress['0']?.timeSpent).toBe(120)
    server.setNow(new Date('2026-11-02T11:00:00Z'))
    const repeated = await ann.report('a.l01', 0, true, { timeSpent: 5000 })
    expect(repeated.body.data).toEqual(reply.body.data)
  })
})
