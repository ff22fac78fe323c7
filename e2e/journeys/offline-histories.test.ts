import '../support/pretend-browser.ts'
import type { Lesson, LessonProgress, Streak } from '@kitewise/contract/entities'
import type { LatePath } from '@kitewise/contract/late-writes'
import { gradeExercise } from '@kitewise/rules/exercises'
import { keptAnswer, type PracticeAnswer, skippedAnswer } from '@kitewise/rules/practice'
import { finishWrite, fragmentWrite, practiceWrite } from '../../apps/web/src/features/learning/learner-writes.ts'
import { sendWrite } from '../../apps/web/src/lib/outbox/learner-outbox.ts'
import { createOutbox, listWrites, type Outbox } from '../../apps/web/src/lib/outbox/outbox.ts'
import { session } from '../../apps/web/src/lib/session/session.ts'
import type { Learner } from '../support/commands.ts'
import { expect, test } from '../support/test.ts'

/**
 * The app's own outbox against the product, in Node: each history is one part of a lesson, with requests that get lost, answers that get
 * lost, a server in trouble, killed pages, and two tabs. Afterward the server has everything once.
 */
const histories = 1_000
const seed = 20_261_123
const dayMs = 86_400_000

/** Mulberry32: the same histories in every run. */
const makeRandom = (state: number) => (): number => {
  state = (state + 0x6d2b79f5) | 0
  let value = Math.imul(state ^ (state >>> 15), 1 | state)
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
  return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
}
const random = makeRandom(seed)
const chance = (share: number): boolean => random() < share
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const realFetch = globalThis.fetch
const realNow = Date.now
/** What the network does with the next write: of ten, about four go through at once while it flaps. */
let isFlapping = false
const counts = { sent: 0, requestLost: 0, answerLost: 0, trouble: 0, killed: 0 }

const brokenFetch =
  (origin: string): typeof fetch =>
  async (input, init) => {
    const fate = isFlapping ? random() : 1
    if (fate < 0.25) {
      counts.requestLost += 1
      throw new TypeError('The request was lost.')
    }
    if (fate < 0.35) {
      counts.trouble += 1
      return new Response('{}', { status: 503 })
    }
    const response = await realFetch(new URL(input as string, origin), init)
    counts.sent += 1
    if (fate < 0.6) {
      await response.arrayBuffer()
      counts.answerLost += 1
      throw new TypeError('The answer was lost.')
    }
    return response
  }

type Call = <Data>(path: string) => Promise<Data>

const callsOf =
  (url: string, token: string): Call =>
  async <Data>(path: string): Promise<Data> => {
    const headers = { authorization: `Bearer ${token}`, 'x-time-zone': 'UTC' }
    const response = await realFetch(`${url}${path}`, { headers })
    expect(response.status, path).toBe(200)
    const { data } = (await response.json()) as { data: Data }
    return data
  }

/** The pages of one learner: one or two tabs, each with an outbox, over one store. */
const openTabs = (userId: string) => {
  const refused: string[] = []
  const open = (): Outbox => createOutbox({ userId, send: sendWrite, onRefused: ({ path }) => refused.push(path) })
  let tabs = chance(0.3) ? [open(), open()] : [open()]
  return {
    refused,
    any: (): Outbox => pick(tabs),
    /** The process ends while something may be on its way. The next page finds what is stored. */
    kill: (): void => {
      for (const tab of tabs) tab.close()
      counts.killed += 1
      tabs = [open()]
    },
    flushAll: () => Promise.all(tabs.map((tab) => tab.flush())),
    close: (): void => {
      for (const tab of tabs) tab.close()
    },
  }
}

type Expected = { isFinished: boolean; completed: Set<string>; results: Map<string, PracticeAnswer> }

const answersTo = (practice: Lesson['fragments'][number]['practices'][number]): PracticeAnswer[] => {
  const { singleChoiceTest, exercise } = practice
  if (singleChoiceTest) return singleChoiceTest.options.map(({ id, isCorrect }) => ({ answer: id, isCorrect }))
  if (!exercise) return [{ answer: skippedAnswer, isCorrect: false }]
  const right = Object.entries(exercise.slots).map(([slot, { correct }]) => `${slot}:${correct}`)
  const answer = right.join(' ')
  return [{ answer, isCorrect: gradeExercise(exercise.slots, answer) ?? false }]
}

/** A learner goes through a fragment while the network flaps; every so often the page is killed or a write is repeated. */
const study = async (
  learner: Learner,
  lesson: Lesson,
  index: number,
  expected: Expected,
  tabs: ReturnType<typeof openTabs>,
): Promise<void> => {
  const write = async ({ path, body }: { path: LatePath; body: unknown }): Promise<void> => {
    await tabs.any().enqueue(path, body)
    if (chance(0.15)) await tabs.any().enqueue(path, body)
    if (chance(0.1)) tabs.kill()
    if (chance(0.3)) await tabs.any().flush()
  }
  const fragment = lesson.fragments[index]
  if (!fragment) return
  if (chance(0.7)) await write(fragmentWrite(learner.id, lesson, index, null))
  for (const practice of fragment.practices)
    for (const answered of [pick(answersTo(practice)), ...(chance(0.2) ? [pick(answersTo(practice))] : [])]) {
      await write(practiceWrite(learner.id, lesson, index, practice, answered))
      expected.results.set(practice.id, keptAnswer(expected.results.get(practice.id) ?? null, answered))
    }
  await write(fragmentWrite(learner.id, lesson, index, 5 + Math.floor(random() * 60)))
  expected.completed.add(fragment.id)
  if (index < lesson.fragments.length - 1) return
  await write(finishWrite(learner.id, lesson))
  expected.isFinished = true
}

const check = (progress: LessonProgress, expected: Expected): void => {
  const entries = Object.values(progress.fragmentProgress)
  const results = entries.flatMap(({ practiceResults }) => practiceResults)
  expect(progress.finished).toBe(expected.isFinished)
  expect(new Set(entries.filter(({ completed }) => completed).map(({ fragmentId }) => fragmentId))).toEqual(
    expected.completed,
  )
  expect(results).toHaveLength(expected.results.size)
  for (const { practiceId, answer, isCorrect } of results)
    expect({ answer, isCorrect }, practiceId).toEqual(expected.results.get(practiceId))
}

test(`${histories.toLocaleString('en')} offline histories lose no write and repeat none`, async ({ world }) => {
  test.setTimeout(900_000)
  globalThis.fetch = brokenFetch(world.url)
  let done = 0
  while (done < histories) {
    const learner = await world.makeLearner()
    const reply = await realFetch(`${world.url}/api/product-user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: learner.email, pin: learner.pin }),
    })
    const { jwt } = (await reply.json()) as { jwt: string }
    session.setToken(jwt)
    const call = callsOf(world.url, jwt)
    const days = new Set<string>()
    const courses = await call<{ chapters: { lessons: { id: string }[] }[] }[]>(
      '/api/courses?populate[0]=chapters&populate[1]=chapters.lessons',
    )
    for (const { chapters } of courses) {
      for (const { id } of chapters.flatMap(({ lessons }) => lessons)) {
        if (done === histories) break
        const lesson = await call<Lesson>(`/api/lessons/${id}`)
        const expected: Expected = { isFinished: false, completed: new Set(), results: new Map() }
        for (const index of lesson.fragments.keys()) {
          if (done === histories) break
          const name = `history ${done} of seed ${seed}`
          const tabs = openTabs(learner.id)
          // Some are a day old when they arrive.
          const at = realNow() - Math.floor(random() * 2) * dayMs
          Date.now = () => at
          isFlapping = true
          await study(learner, lesson, index, expected, tabs)
          days.add(new Date(at).toISOString().slice(0, 10))
          Date.now = realNow
          await tabs.flushAll()
          isFlapping = false
          await tabs.any().flush()
          expect(await listWrites(learner.id), name).toEqual([])
          expect(tabs.refused, name).toEqual([])
          tabs.close()
          check(await call<LessonProgress>(`/api/user-course-progress/lesson/${learner.id}/${id}`), expected)
          done += 1
        }
      }
    }
    const { strip } = await call<Streak>('/api/product-user/streak')
    expect(strip.filter(({ state }) => state === 'learned').map(({ day }) => day)).toEqual([...days].toSorted())
    session.clear()
  }
  globalThis.fetch = realFetch
  // The faults must have happened, or nothing was tested.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(histories / 10)
  test.info().annotations.push({ type: 'histories', description: JSON.stringify(counts) })
})
