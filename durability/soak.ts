import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { addVictims, learnerPin, newEmail, openBrowser, type Victim } from './browser.ts'
import { readMemory } from './login-flood.ts'
import { quantile } from './parallel.ts'
import type { Try } from './table.ts'
import { startEmbeddedWorld, type World } from './world.ts'

const learners = 12
const growthLimit = 0.1
/** Caches fill and code is compiled before memory is compared. */
const warmUpShare = 0.25

const countHandles = (pid: number | null): number => readdirSync(`/proc/${pid}/fd`).length

/** A day of learners and strangers, one request per step. */
const makeVisit = (world: World, { browser, email, userId }: Victim) => {
  const lesson = { userId, lessonId: 'ai-zero.l00' }
  const [url = ''] = world.urls
  const steps: (() => Promise<{ status: number }>)[] = [
    () => browser.send('me'),
    () => browser.send('listCourses', { query: 'populate[0]=chapters.lessons' }),
    () => browser.send('getLesson', { params: { id: 'ai-zero.l00' } }),
    () => browser.send('startLesson', { params: { ...lesson, courseId: 'ai-zero' } }),
    () => browser.send('lessonProgress', { params: lesson }),
    () => browser.send('courseProgress', { params: { userId, courseId: 'ai-zero' } }),
    () => browser.send('listPlans'),
    () => fetch(`${url}/login`),
    () => fetch(`${url}/static/unknown.js`),
    () => fetch(`${url}/api/payments/webhook`, { method: 'POST', body: '{}' }),
    () => openBrowser(world).send('login', { body: { email: newEmail('nobody'), pin: '7391' } }),
    () => openBrowser(world).send('restorePin', { body: { email: newEmail('nobody') } }),
    async () => {
      const visitor = openBrowser(world)
      const onboardingId = randomUUID()
      const body = { variant: 1, version: 1, step: 1, answers: { experience: ['never'] } }
      await visitor.send('saveOnboarding', { params: { onboardingId }, body })
      const prompt = `Give me three ideas for Saturday in Porto for ${Math.floor(Math.random() * 1_000)} euros, with my father.`
      return visitor.send('evaluateMiniTask', { params: { onboardingId }, body: { prompt } })
    },
    () => browser.signIn(email, learnerPin),
  ]
  return async (turn: number): Promise<number> => {
    const step = steps[turn % steps.length]
    return (await step?.())?.status ?? 0
  }
}

/** Mixed load for a long time: memory and open handles must not grow. */
export async function playSoak(folder: string, attempt: Try, minutes: number): Promise<void> {
  const world = await startEmbeddedWorld(folder)
  const pid = world.servers[0]?.pid() ?? null
  await attempt(
    {
      name: `soak of ${minutes} minutes`,
      tried: `${learners} clients with mixed requests`,
      limit: `RSS and handles within ${growthLimit * 100} %, no 5xx`,
    },
    async () => {
      if (readMemory(pid) === null) return { skipped: 'no /proc on this system' }
      const victims = await addVictims(world, learners)
      const until = performance.now() + minutes * 60_000
      const failures: number[] = []
      let sent = 0
      const live = async (visit: (turn: number) => Promise<number>) => {
        for (let turn = 0; performance.now() < until; turn += 1) {
          const status = await visit(turn)
          sent += 1
          if (status >= 500) failures.push(status)
          await pause(500)
        }
      }
      const samples: { megabytes: number; handles: number }[] = []
      const measure = async () => {
        while (performance.now() < until) {
          samples.push({ megabytes: readMemory(pid) ?? 0, handles: countHandles(pid) })
          await pause(1_000)
        }
      }
      await Promise.all([measure(), ...victims.map((victim) => live(makeVisit(world, victim)))])
      const warm = samples.slice(Math.floor(samples.length * warmUpShare))
      const part = Math.floor(warm.length / 4)
      const growthOf = (pick: (sample: (typeof samples)[number]) => number) => {
        const before = quantile(warm.slice(0, part).map(pick), 0.5)
        const after = quantile(warm.slice(-part).map(pick), 0.5)
        return { before, after, share: after / before - 1 }
      }
      const memory = growthOf(({ megabytes }) => megabytes)
      const handles = growthOf(({ handles }) => handles)
      return {
        times: sent,
        result:
          `RSS ${Math.round(memory.before)} → ${Math.round(memory.after)} MB (${(memory.share * 100).toFixed(1)} %), ` +
          `handles ${handles.before} → ${handles.after}, ${failures.length} 5xx`,
        isOk: memory.share <= growthLimit && handles.share <= growthLimit && failures.length === 0,
      }
    },
  )
  await world.stop()
}
