import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner, makeCalls, type Learner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const before = makeCatalog({
  id: 'a',
  chapters: { c1: { l1: { f1: ['quiz'], f2: [] }, l2: { f1: [] }, l3: { f1: [], f2: ['quiz'], f3: [] } } },
})
/** Lesson 2 is removed, and a new lesson 4 precedes lesson 3, whose fragments are reordered and one is new. */
const after = makeCatalog({
  id: 'a',
  chapters: {
    c1: { l1: { f1: ['quiz'], f9: [], f2: [] }, l4: { f1: [] }, l3: { f2: ['quiz'], f9: [], f1: [], f3: [] } },
  },
})

let server: TestServer
let changed: TestServer
let ann: Learner
let annLater: ReturnType<typeof makeCalls>

beforeAll(async () => {
  server = await startTestServer({ catalog: before })
  changed = await startTestServer({ catalog: after, database: server.database })
  ann = await actAsLearner(server)
  annLater = makeCalls(changed, ann.id, ann.token)
  await ann.submit('a.l1', 0, 'a')
  for (const index of [0, 1]) await ann.report('a.l1', index, true)
  await ann.finish('a.l1')
  await ann.report('a.l2', 0, true)
  await ann.finish('a.l2')
  await ann.report('a.l3', 0, true)
  await ann.submit('a.l3', 1, 'b')
})
afterAll(async () => {
  await changed.close()
  await server.close()
})

describe('content changes during a course', () => {
  it('keep a lesson finished when it gets a new fragment', async () => {
    const { data } = (await annLater.lesson('a.l1')).body
    expect(data.finished).toBe(true)
    expect(Object.values(data.fragmentProgress).map(({ completed }) => completed)).toEqual([true, false, true])
    expect((await annLater.finish('a.l1')).status).toBe(200)
  })

  it('count only what the course contains today and hide what was removed', async () => {
    expect((await annLater.course('a')).body.data).toMatchObject({
      totalLessons: 3,
      lessonsCompleted: 1,
      progressInfo: { finishedLessons: ['a.l1'], startedLessons: ['a.l1', 'a.l3'], lesson: 'a.l3', fragmentIndex: 0 },
    })
    expect(
      (await annLater.course('a')).body.data.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id)),
    ).toEqual(['a.l1', 'a.l4', 'a.l3'])
    const params = { userId: ann.id, lessonId: 'a.l2' }
    expect((await changed.call('lessonProgress', { token: ann.token, params })).error?.name).toBe('lesson_not_found')
  })

  it('move completed fragments and answers along with their ids', async () => {
    const { fragmentProgress } = (await annLater.lesson('a.l3')).body.data
    const shown = Object.values(fragmentProgress).map(({ fragmentId, completed, practiceResults }) => [
      fragmentId,
      completed,
      practiceResults.map(({ answer }) => answer).join(),
    ])
    expect(shown).toEqual([
      ['a.l3.f2', false, 'b'],
      ['a.l3.f9', false, ''],
      ['a.l3.f1', true, ''],
      ['a.l3.f3', false, ''],
    ])
  })

  it('let the learner continue the current lesson when a new one is inserted before it', async () => {
    expect((await annLater.start('a.l3')).status).toBe(200)
    expect((await annLater.start('a.l4')).status).toBe(200)
  })

  it('accept a report by fragment id from an app with the old order', async () => {
    const reply = await changed.call('reportFragment', {
      token: ann.token,
      params: { userId: ann.id, lessonId: 'a.l3', fragmentIndex: 2 },
      body: {
        courseId: 'a',
        chapterId: 'a.c1',
        lessonId: 'a.l3',
        fragmentId: 'a.l3.f3',
        fragmentIndex: 2,
        completed: true,
        progressPercentage: 100,
        timeSpent: 5,
      },
    })
    expect(reply.body.data.fragmentProgress['3']).toMatchObject({ fragmentId: 'a.l3.f3', completed: true })
    expect(reply.body.data.fragmentProgress['1']).toMatchObject({ fragmentId: 'a.l3.f9', completed: false })
  })

  it('restore the progress when the content returns', async () => {
    expect((await ann.course('a')).body.data.progressInfo.finishedLessons).toEqual(['a.l1', 'a.l2'])
  })
})
