import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner, type Learner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { countReadFragments } from '../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

/** Each fragment counts after four seconds. */
const neededSeconds = 4
const catalog = makeCatalog(
  ...['a', 'b'].map((id) => ({
    id,
    chapters: { c1: { l1: { f1: [], f2: [] }, l2: { f1: [], f2: [] }, l3: { f1: ['prompt' as const] } } },
    readingSeconds: 10 * neededSeconds,
  })),
)
const lessons = ['a.l1', 'a.l2', 'a.l3']
const start = new Date('2026-05-10T08:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog })
})
afterAll(() => server.close())

const signedIn = async (): Promise<Learner> => {
  server.setNow(start)
  return actAsLearner(server)
}

/** What one learner does, with the seconds since the sign-in at which it's done. */
type Act = { at: number; send: (calls: Pick<Learner, 'start' | 'report' | 'finish'>) => Promise<{ status: number }> }

/** A learner goes through course a: the pause before each fragment, and how long it's visible. */
const historyOf = (steps: readonly { pause: number; visible: number }[], firstPause: number): Act[] => {
  const acts: Act[] = []
  const todo = [...steps]
  let at = firstPause
  for (const id of lessons) {
    acts.push({ at, send: ({ start: begin }) => begin(id) })
    for (const index of catalog.findLesson(id)?.lesson.fragments.keys() ?? []) {
      const { pause = 0, visible = 0 } = todo.shift() ?? {}
      at += pause
      acts.push({ at, send: ({ report }) => report(id, index, false) })
      at += visible
      acts.push({ at, send: ({ report }) => report(id, index, true, { timeSpent: visible }) })
    }
    acts.push({ at, send: ({ finish }) => finish(id) })
  }
  return acts
}

/** Sends each act when it's done, or with the next one that `isOnline`, or all the rest an hour after the last. */
const arrive = async (learner: Learner, acts: readonly Act[], isOnline: readonly boolean[]): Promise<void> => {
  const waiting: Act[] = []
  const sendAll = async (now: number) => {
    server.setNow(later(now))
    for (const { at, send } of waiting.splice(0)) expect((await send(learner.ago(now - at))).status).toBe(200)
  }
  for (const [index, act] of acts.entries()) {
    waiting.push(act)
    if (isOnline[index]) await sendAll(act.at)
  }
  await sendAll((acts.at(-1)?.at ?? 0) + 3_600)
}

const stillToRead = async (learner: Learner): Promise<string[]> => {
  const missing: string[] = []
  for (const id of lessons)
    for (const [index, { secondsToCount }] of Object.entries((await learner.lesson(id)).body.data.fragmentProgress))
      if (secondsToCount > 0) missing.push(`${id} ${index}`)
  return missing
}

const step = fc.record({ pause: fc.nat(3), visible: fc.nat(2 * neededSeconds) })

describe('reading without a connection', () => {
  it('counts like reading with one: nothing of it was skimmed', async () => {
    const learner = await signedIn()
    const acts = historyOf(
      Array.from({ length: 5 }, () => ({ pause: 1, visible: neededSeconds })),
      600,
    )
    await arrive(learner, acts, [])
    expect(await stillToRead(learner)).toEqual([])
  })

  it('gives the same verdict however it is split into bursts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 5 }),
        fc.nat(600),
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        async (steps, firstPause, isOnline) => {
          const acts = historyOf(steps, firstPause)
          const [online, split, offline] = [await signedIn(), await signedIn(), await signedIn()]
          await arrive(
            online,
            acts,
            acts.map(() => true),
          )
          await arrive(split, acts, isOnline)
          await arrive(offline, acts, [])
          const verdict = await stillToRead(online)
          expect(await stillToRead(split)).toEqual(verdict)
          expect(await stillToRead(offline)).toEqual(verdict)
        },
      ),
      { numRuns: 8 },
    )
  })

  it('counts on two devices that come back in the other order', async () => {
    const learner = await signedIn()
    const first = historyOf(
      Array.from({ length: 5 }, () => ({ pause: 0, visible: 5 })),
      10,
    )
    server.setNow(later(100))
    await learner.report('b.l1', 0, true, { timeSpent: 5 })
    await learner.ago(20).start('b.l1')
    await arrive(learner, first, [])
    expect(await stillToRead(learner)).toEqual([])
  })

  it('counts what is a week old and more', async () => {
    const learner = await signedIn()
    const acts = historyOf(
      Array.from({ length: 5 }, () => ({ pause: 0, visible: 5 })),
      10,
    )
    const last = acts.at(-1)?.at ?? 0
    server.setNow(later(last + 9 * 86_400))
    for (const { at, send } of acts) await send(learner.ago(last + 9 * 86_400 - at))
    expect(await stillToRead(learner)).toEqual([])
  })
})

describe('a script that claims the past', () => {
  const claims = fc.array(
    fc.record({ lesson: fc.nat(2), age: fc.nat(700_000), timeSpent: fc.nat(3_600), isStart: fc.boolean() }),
    { minLength: 10, maxLength: 20 },
  )

  it('never counts more reading than the time since the sign-in', async () => {
    await fc.assert(
      fc.asyncProperty(claims, fc.nat(30), async (forged, wallSeconds) => {
        const learner = await signedIn()
        server.setNow(later(wallSeconds))
        for (const course of ['a', 'b'])
          for (const { lesson, age, timeSpent, isStart } of forged) {
            const id = `${course}.l${lesson + 1}`
            const calls = learner.ago(age)
            if (isStart) await calls.start(id)
            for (const index of catalog.findLesson(id)?.lesson.fragments.keys() ?? [])
              await calls.report(id, index, true, { timeSpent })
            await calls.finish(id)
          }
        const counted = await countReadFragments(server.context.db, learner.id)
        expect(counted * neededSeconds).toBeLessThanOrEqual(wallSeconds)
      }),
      { numRuns: 8 },
    )
  })

  it('cannot put a later lesson before the end of the one before it', async () => {
    const learner = await signedIn()
    server.setNow(later(3_600))
    await learner.start('a.l1')
    server.setNow(later(3_610))
    const past = learner.ago(1_800)
    for (const id of lessons) {
      await past.start(id)
      for (const index of catalog.findLesson(id)?.lesson.fragments.keys() ?? [])
        await past.report(id, index, true, { timeSpent: 60 })
      await past.finish(id)
    }
    expect((await countReadFragments(server.context.db, learner.id)) * neededSeconds).toBeLessThanOrEqual(10)
  })
})
