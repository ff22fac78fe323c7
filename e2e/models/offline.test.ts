import '../support/pretend-browser.ts'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import type { LatePath } from '@kitewise/contract/late-writes'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { saveSubscription } from '../../apps/server/src/features/billing/subscriptions.sql.ts'
import { noteSignIn } from '../../apps/server/src/features/learning/acted-at.ts'
import { inTransaction } from '../../apps/server/src/database/transaction.ts'
import { insertSession } from '../../apps/server/src/platform/sessions.sql.ts'
import { makeCalls } from '../../apps/server/src/test-support/act-as-learner.ts'
import { createUser, makeSubscription } from '../../apps/server/src/test-support/factories.ts'
import { makeCatalog } from '../../apps/server/src/test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/test-support/start-test-server.ts'
import { sendWrite } from '../../apps/web/src/lib/outbox/learner-outbox.ts'
import { createOutbox, dropWrites, type Outbox } from '../../apps/web/src/lib/outbox/outbox.ts'
import { session } from '../../apps/web/src/lib/session/session.ts'

/**
 * The app's own outbox and the real server against a model: a learner takes two courses while the connection, the plan, the page,
 * the session and the server fail in any order. Nothing that was kept or acknowledged is lost, and what counts as read is what was
 * read, however the work was split on its way.
 */
const histories = 300
const seed = Number(process.env['OFFLINE_SEED'] ?? 20_261_128)

/** Each fragment counts after four seconds. */
const neededSeconds = 4
const lesson = { f1: [], f2: [] }
const catalog = makeCatalog(
  ...['a', 'b'].map((id) => ({
    id,
    chapters: { c1: { l1: lesson, l2: { f1: [] } } },
    readingSeconds: 10 * neededSeconds,
  })),
)
/** What is learned in each course, in order. */
const steps = ['l1.f1', 'l1.f2', 'l1', 'l2.f1', 'l2'] as const

const events = ['expire', 'renew', 'reload', 'signOut', 'signIn', 'poison', 'cure'] as const

type Command =
  | { kind: 'learn'; course: 'a' | 'b'; seconds: number }
  | { kind: 'pass'; seconds: number }
  | { kind: (typeof events)[number] }
  | { kind: 'connect'; answers: readonly ('arrives' | 'lost' | 'unheard' | 'page')[] }

const only = (kind: (typeof events)[number]): fc.Arbitrary<Command> => fc.constant({ kind })
const commands = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('learn' as const),
        course: fc.constantFrom('a' as const, 'b' as const),
        seconds: fc.nat(8),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(60, 3_600, 86_400) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('connect' as const),
        answers: fc.array(
          fc.constantFrom('arrives' as const, 'arrives' as const, 'lost' as const, 'unheard' as const, 'page' as const),
          { maxLength: 4 },
        ),
      }),
    },
    ...events.map((kind) => ({
      weight: 1,
      arbitrary: only(kind),
    })),
  ),
  { minLength: 4, maxLength: 14 },
)

const realFetch = globalThis.fetch
let server: TestServer
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ catalog })
})
afterAll(() => server.close())
afterEach(() => {
  globalThis.fetch = realFetch
  vi.restoreAllMocks()
})

const pass = (seconds: number): void => {
  now += seconds * 1000
  server.setNow(new Date(now))
}

/** One learner with one device. */
class World {
  readonly userId: string
  outbox: Outbox
  /** What happens to the next requests; afterward there's no connection. */
  answers: ('arrives' | 'lost' | 'unheard' | 'page')[] = []
  isPoisoned = false
  readonly next = { a: 0, b: 0 }
  readonly skimmed = new Set<string>()
  readonly dropped: string[] = []
  queued = 0

  constructor(userId: string) {
    this.userId = userId
    this.outbox = this.open()
  }

  open(): Outbox {
    return createOutbox({ userId: this.userId, send: sendWrite, onRefused: ({ path }) => this.dropped.push(path) })
  }

  fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const fate = this.answers.shift() ?? 'unheard'
    if (fate === 'unheard') throw new TypeError('The request was lost.')
    if (fate === 'page') return new Response('<h1>Our network</h1>', { status: 200 })
    // One write that the server always fails on, such as by a mistake of ours.
    const isPoison = typeof init?.body === 'string' && init.body.includes('"fragmentId":"a.l1.f1"')
    if (this.isPoisoned && isPoison) return new Response('{}', { status: 500 })
    const response = await realFetch(`${server.url}${String(input)}`, init)
    if (fate === 'arrives') return response
    await response.arrayBuffer()
    throw new TypeError('The answer was lost.')
  }

  async enqueue(path: LatePath, body: object): Promise<void> {
    this.queued += 1
    await this.outbox.enqueue(path, body)
    await this.outbox.flush()
  }

  /** The next fragment or end of a lesson of a course. */
  async learn(course: 'a' | 'b', seconds: number): Promise<void> {
    const step = steps[this.next[course]]
    if (step === undefined) return
    this.next[course] += 1
    const [part = '', fragment] = step.split('.')
    const lessonId = `${course}.${part}`
    if (fragment === undefined) {
      await this.enqueue(`/api/user-course-progress/finish-lesson/${this.userId}/${lessonId}/${course}`, {})
      return
    }
    const fragmentIndex = Number(fragment.slice(1)) - 1
    const report = (completed: boolean) =>
      this.enqueue(`/api/user-course-progress/fragment/${this.userId}/${lessonId}/${fragmentIndex}`, {
        courseId: course,
        chapterId: `${course}.c1`,
        lessonId,
        fragmentId: `${lessonId}.${fragment}`,
        fragmentIndex,
        completed,
        progressPercentage: 0,
        timeSpent: completed ? seconds : 0,
      })
    await report(false)
    pass(seconds)
    await report(true)
    if (seconds < neededSeconds) this.skimmed.add(`${lessonId}.${fragment}`)
  }

  async signIn(): Promise<void> {
    const sessionId = randomUUID()
    const { db, sessionTokens } = server.context
    await inTransaction(db, (tx) => noteSignIn(server.context, tx, this.userId))
    await insertSession(db, { id: sessionId, userId: this.userId, seconds: 30 * 86_400 })
    session.setToken(sessionTokens.sign({ userId: this.userId, sessionId }))
  }

  async setAccess(hasAccess: boolean): Promise<void> {
    const end = Math.floor(now / 1000) + (hasAccess ? 300 : -9) * 86_400
    const subscription = makeSubscription(server.context, {
      id: `sub_${this.userId.replaceAll('-', '')}`,
      currentPeriodEnd: end,
    })
    await saveSubscription(server.context.db, this.userId, subscription)
  }

  async run(command: Command): Promise<void> {
    if (command.kind === 'learn') return this.learn(command.course, command.seconds)
    if (command.kind === 'pass') return pass(command.seconds)
    if (command.kind === 'expire' || command.kind === 'renew') return this.setAccess(command.kind === 'renew')
    if (command.kind === 'poison' || command.kind === 'cure') this.isPoisoned = command.kind === 'poison'
    if (command.kind === 'signOut') session.clear()
    if (command.kind === 'signIn') await this.signIn()
    if (command.kind === 'reload') {
      this.outbox.close()
      this.outbox = this.open()
      await this.outbox.tryAgain()
    }
    if (command.kind === 'connect') {
      this.answers = [...command.answers]
      await this.outbox.flush()
    }
  }
}

const begin = async (): Promise<World> => {
  const { id } = await createUser(server.context, { pin: null, subscription: null })
  const world = new World(id)
  globalThis.fetch = world.fetch
  await world.setAccess(true)
  await world.signIn()
  return world
}

/** Everything gets well again: what the device has kept is sent. */
const recover = async (world: World): Promise<void> => {
  world.isPoisoned = false
  await world.setAccess(true)
  await world.signIn()
  world.answers = Array.from({ length: 3 * world.queued + 10 }, () => 'arrives' as const)
  await world.outbox.tryAgain()
}

/** Fragments and lessons of a course as the server has them. */
const storedOf = async (calls: ReturnType<typeof makeCalls>, course: 'a' | 'b') => {
  const stored: string[] = []
  const skimmed: string[] = []
  for (const part of ['l1', 'l2']) {
    const { finished, fragmentProgress } = (await calls.lesson(`${course}.${part}`)).body.data
    for (const { fragmentId, completed, secondsToCount } of Object.values(fragmentProgress)) {
      if (completed) stored.push(fragmentId.slice(2))
      if (completed && secondsToCount > 0) skimmed.push(fragmentId)
    }
    if (finished) stored.push(part)
  }
  return { stored, skimmed }
}

it(`${histories} histories without a reliable connection lose nothing, and are judged by what was read (seed ${seed})`, async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  await fc.assert(
    fc.asyncProperty(commands, async (history) => {
      server.setNow(new Date(now))
      const world = await begin()
      for (const command of history) await world.run(command)
      await recover(world)
      expect(world.dropped).toEqual([])
      expect(await world.outbox.list()).toEqual([])
      const calls = makeCalls({ ...server, call: server.call }, world.userId, session.token())
      globalThis.fetch = realFetch
      const found = { a: await storedOf(calls, 'a'), b: await storedOf(calls, 'b') }
      for (const course of ['a', 'b'] as const) expect(found[course].stored).toEqual(steps.slice(0, world.next[course]))
      expect([...found.a.skimmed, ...found.b.skimmed].toSorted()).toEqual([...world.skimmed].toSorted())
      world.outbox.close()
      await dropWrites(world.userId)
      session.clear()
    }),
    { numRuns: histories, seed },
  )
})
