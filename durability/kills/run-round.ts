import { setTimeout as pause } from 'node:timers/promises'
import type { Course, Lesson } from '@kitewise/contract/entities'
import { addLearners } from '../../apps/server/src/test-support/add-learners.ts'
import { waitUntil } from '../parallel.ts'
import { type Api, createApi, createGate, type Gate, type Tally } from './api.ts'
import { compareJournal, type Journal } from './journal.ts'
import { learn, signIn } from './learn.ts'

/** `kill` sends SIGKILL; `recover` restarts and returns the milliseconds until everything is ready. */
export type Victim = { kill: () => Promise<void>; recover: () => Promise<number> }

export type Round = {
  urls: string[]
  /** Where to add the learners. */
  address: Parameters<typeof addLearners>[0]
  kills: number
  /** The victim of the n-th kill. */
  chooseVictim: (turn: number) => Victim
}

export type RoundResult = {
  problems: string[]
  tally: Tally
  slowestMs: number
  busyKills: number
}

const learnersAtOnce = 8
/** A kill comes after at most this many more responses, plus a random delay, so that it can hit any write. */
const mostAnswers = 100
const lifeMs = { least: 0, most: 100 }
const longestWaitMs = 5_000

const readCourse = async (api: Api, token: string): Promise<{ courseId: string; lessons: Lesson[] }> => {
  const { data: courses } = await api.read('listCourses', { token })
  const courseId = courses[0]?.id ?? ''
  const { data: course }: { data: Course } = await api.read('getCourse', { params: { id: courseId }, token })
  const ids = (course.chapters ?? []).flatMap((chapter) => (chapter.lessons ?? []).map(({ id }) => id))
  const lessons: Lesson[] = []
  for (const id of ids) lessons.push((await api.read('getLesson', { params: { id }, token })).data)
  return { courseId, lessons }
}

/** Keeps `learnersAtOnce` learners active until the end; each one that finishes the course makes room for the next. */
const keepLearning = (
  api: Api,
  emails: string[],
  journals: Journal[],
  course: { courseId: string; lessons: Lesson[] },
  problems: string[],
) => {
  const over = new AbortController()
  const isOver = () => over.signal.aborted
  const takePlace = async () => {
    for (let email = emails.pop(); email !== undefined && !isOver(); email = emails.pop()) {
      try {
        const journal = await signIn(api, email, course.courseId)
        if (journal === null) continue
        journals.push(journal)
        await learn(api, journal, course.lessons, isOver)
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const everybody = Promise.all(Array.from({ length: learnersAtOnce }, takePlace))
  return { everybody, end: () => over.abort() }
}

const compareAll = async (api: Api, journals: Journal[]): Promise<string[]> =>
  (await Promise.all(journals.map((journal) => compareJournal(api, journal)))).flat()

/** How long the server lives before a kill, in milliseconds. */
type Life = { least: number; most: number }

/** Kills with requests in flight, recovers, and compares before the learners continue. */
export async function killOnce(victim: Victim, gate: Gate, compare: () => Promise<string[]>, lifeMs: Life) {
  await pause(lifeMs.least + Math.random() * (lifeMs.most - lifeMs.least))
  const onTheirWay = gate.inFlight()
  const killed = victim.kill()
  gate.close()
  await killed
  await gate.drained()
  const readyMs = await victim.recover()
  const problems = await compare()
  gate.open()
  return { onTheirWay, readyMs, problems }
}

/** Runs learners while victims are killed repeatedly; the servers must be ready before. */
export async function runRound(round: Round): Promise<RoundResult> {
  const tally: Tally = { acknowledged: 0, sentAgain: 0 }
  const gate = createGate()
  const api = createApi(round.urls, gate, tally)
  gate.open()
  const emails = await addLearners(round.address, round.kills * 6)
  const reader = await signIn(api, emails.pop() ?? '', '')
  if (reader === null) throw new Error('Nobody could sign in.')
  const course = await readCourse(api, reader.token)
  const journals: Journal[] = []
  const result: RoundResult = { problems: [], tally, slowestMs: 0, busyKills: 0 }
  const learning = keepLearning(api, emails, journals, course, result.problems)
  for (let turn = 0; turn < round.kills; turn += 1) {
    const compare = () => compareAll(api, journals.slice(-learnersAtOnce))
    const answers = tally.acknowledged + Math.random() * mostAnswers
    await waitUntil(() => tally.acknowledged >= answers, longestWaitMs)
    const { onTheirWay, readyMs, problems } = await killOnce(round.chooseVictim(turn), gate, compare, lifeMs)
    result.busyKills += onTheirWay > 0 ? 1 : 0
    result.slowestMs = Math.max(result.slowestMs, readyMs)
    result.problems.push(...problems)
    if ((turn + 1) % 10 === 0) console.log(`        ${turn + 1} kills, ${tally.acknowledged} writes acknowledged`)
  }
  learning.end()
  await learning.everybody
  result.problems.push(...(await compareAll(api, journals)))
  return result
}
