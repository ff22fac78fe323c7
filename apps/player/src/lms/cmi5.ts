import { randomUuid } from '../../../web/src/lib/random-uuid.ts'
import { storedValue } from '../../../web/src/lib/stored-value.ts'
import type { Connection, Snapshot } from './connection.ts'
import { duration } from './times.ts'

/** What the LMS adds to the address of the unit. */
type Launch = { endpoint: string; fetch: string; actor: Agent; registration: string; activityId: string }
type Agent = Record<string, unknown>

/** The state document that the LMS writes before it launches the unit. */
type LaunchData = {
  contextTemplate: Context
  launchMode: string
  masteryScore?: number
  returnURL?: string
}

type Context = {
  registration?: string
  contextActivities?: Record<string, { id: string }[]>
  extensions?: Record<string, unknown>
}

/** Our own state document: the packed state, and what was sent in this registration, where each may come once. */
type Resume = { state: string; sent: string[] }

const names = {
  category: 'https://w3id.org/xapi/cmi5/context/categories/cmi5',
  moveOn: 'https://w3id.org/xapi/cmi5/context/categories/moveon',
  mastery: 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore',
  verbs: {
    initialized: 'http://adlnet.gov/expapi/verbs/initialized',
    completed: 'http://adlnet.gov/expapi/verbs/completed',
    passed: 'http://adlnet.gov/expapi/verbs/passed',
    failed: 'http://adlnet.gov/expapi/verbs/failed',
    terminated: 'http://adlnet.gov/expapi/verbs/terminated',
  },
} as const

type Verb = keyof typeof names.verbs
type Result = { completion?: true; success?: boolean; score?: { scaled: number } | undefined; duration?: string }

/** Null if the page wasn't launched by an LMS, or its store can't be reached. */
export async function connectCmi5(): Promise<Connection | null> {
  const launch = readLaunch(window.location.search)
  const token = launch && (await takeToken(launch.fetch).catch(() => null))
  if (!launch || token === null) return null
  const store = openStore(launch, token)
  try {
    const data = (await store.state<LaunchData>('LMS.LaunchData')) ?? { contextTemplate: {}, launchMode: 'Normal' }
    const preferences = await store.preferences().catch(() => null)
    const resume = await store.state<Resume>('kitewise.resume')
    return await openSession({ launch, store, data, language: preferences, resume })
  } catch {
    return null
  }
}

const readLaunch = (query: string): Launch | null => {
  const values = new URLSearchParams(query)
  const value = (name: string): string => values.get(name) ?? ''
  try {
    const actor = JSON.parse(value('actor')) as Agent
    const endpoint = value('endpoint').replace(/\/*$/, '/')
    const launch = {
      endpoint,
      fetch: value('fetch'),
      actor,
      registration: value('registration'),
      activityId: value('activityId'),
    }
    return Object.values(launch).includes('') ? null : launch
  } catch {
    return null
  }
}

/** The fetch address answers once: after a reload, the token comes from this tab. */
const takeToken = async (address: string): Promise<string> => {
  const kept = storedValue(`kitewise-cmi5:${address}`, 'tab')
  const known = kept.read()
  if (known !== null) return known
  const response = await fetch(address, { method: 'POST' })
  const answer = (await response.json()) as { 'auth-token'?: string }
  const token = answer['auth-token']
  if (token === undefined) throw new Error('The LMS gave no token.')
  kept.write(token)
  return token
}

/** 404: nothing is stored. 403, 409: the statement is there already, or the LMS will never take it: trying again is no use. */
const isAnswer = (status: number): boolean => [403, 404, 409].includes(status)

type Store = ReturnType<typeof openStore>

/** The resources of an xAPI store that a unit needs. */
const openStore = ({ endpoint, actor, activityId, registration }: Launch, token: string) => {
  const headers = { Authorization: `Basic ${token}`, 'X-Experience-API-Version': '1.0.3' }
  const call = async (resource: string, query: Record<string, string>, init: RequestInit = {}): Promise<Response> => {
    const search = new URLSearchParams(query).toString()
    const response = await fetch(`${endpoint}${resource}${search === '' ? '' : `?${search}`}`, {
      ...init,
      headers: { ...headers, ...(init.body !== undefined && { 'Content-Type': 'application/json' }) },
    })
    if (!response.ok && !isAnswer(response.status)) throw new Error(`${resource} answered ${response.status}`)
    return response
  }
  const agent = JSON.stringify(actor)
  const place = (stateId: string) => ({ activityId, agent, registration, stateId })
  return {
    /** Null if there is none. The caller knows the shape. */
    state: async <Value>(id: string): Promise<Value | null> => {
      const response = await call('activities/state', place(id))
      return response.ok ? ((await response.json()) as Value) : null
    },
    putState: (id: string, value: unknown) =>
      call('activities/state', place(id), { method: 'PUT', body: JSON.stringify(value) }),
    /** The first of the learner's languages. */
    preferences: async (): Promise<string | null> => {
      const response = await call('agents/profile', { agent, profileId: 'cmi5LearnerPreferences' })
      if (!response.ok) return null
      const { languagePreference = '' } = (await response.json()) as { languagePreference?: string }
      return languagePreference.split(',')[0]?.trim() || null
    },
    send: (statement: { id: string }) =>
      call('statements', { statementId: statement.id }, { method: 'PUT', body: JSON.stringify(statement) }),
  }
}

type Opening = { launch: Launch; store: Store; data: LaunchData; language: string | null; resume: Resume | null }

const openSession = async ({ launch, store, data, language, resume }: Opening): Promise<Connection> => {
  const started = Date.now()
  const isNormal = data.launchMode === 'Normal' || data.launchMode === ''
  const sent = new Set(resume?.sent)
  let isOver = false
  const elapsed = (): string => duration((Date.now() - started) / 1000)
  /** The same statement at every try, so that a try whose answer was lost changes nothing. */
  const made = new Map<Verb, ReturnType<typeof statementOf>>()
  const send = (verb: Verb, result?: Result) => {
    const timed = verb === 'initialized' ? result : { ...result, duration: elapsed() }
    const statement = made.get(verb) ?? statementOf(verb, timed, launch, data)
    made.set(verb, statement)
    return store.send(statement)
  }
  // A reload goes on in the same session, which begins once.
  const begun = storedValue(`kitewise-cmi5-begun:${launch.fetch}`, 'tab')
  if (begun.read() === null) {
    await send('initialized')
    begun.write('yes')
  }
  /** Sent before it is noted: after a crash in between it is sent again, and refused. Lost would be worse. */
  const sendOnce = async (verb: 'completed' | 'passed', result: Result): Promise<void> => {
    if (sent.has(verb)) return
    await send(verb, result)
    sent.add(verb)
  }
  const save = async (snapshot: Snapshot): Promise<boolean> => {
    const { state, score, isComplete } = snapshot
    if (!isNormal || isOver) return !isNormal
    try {
      if (isComplete) await sendOnce('completed', { completion: true })
      if (hasMastered(snapshot, data)) await sendOnce('passed', { success: true, score: scoreOf(score) })
      await store.putState('kitewise.resume', { state, sent: [...sent] } satisfies Resume)
      return true
    } catch {
      return false
    }
  }
  return {
    state: resume?.state ?? null,
    language,
    recording: isNormal ? 'on' : 'browsing',
    save,
    end: async (snapshot) => {
      if (isOver) return 'ended'
      if (snapshot && !(await save(snapshot))) return 'failed'
      // Only at the end, because a session may say passed or failed, not both.
      if (isNormal && snapshot?.isComplete && !sent.has('passed'))
        await send('failed', { success: false, score: scoreOf(snapshot.score) })
      await send('terminated')
      isOver = true
      if (data.returnURL !== undefined && data.returnURL !== '') window.location.assign(data.returnURL)
      return 'ended'
    },
    // A reload goes away too, and goes on: the LMS itself ends a session that never comes back.
    abandon: () => undefined,
  }
}

const scoreOf = (score: number | null): { scaled: number } | undefined =>
  score === null ? undefined : { scaled: Math.round(score * 10_000) / 10_000 }

/** The LMS's own mark decides, and a passed statement below it would be refused. */
const hasMastered = ({ score, isComplete, isPassed }: Snapshot, { masteryScore }: LaunchData): boolean => {
  if (masteryScore === undefined || score === null) return isPassed
  return isComplete && (scoreOf(score)?.scaled ?? 0) >= masteryScore
}

const statementOf = (verb: Verb, result: Result | undefined, launch: Launch, data: LaunchData) => {
  const { contextTemplate, masteryScore } = data
  const isJudged = verb === 'passed' || verb === 'failed'
  const satisfies = isJudged || verb === 'completed'
  const { contextActivities = {}, extensions = {} } = contextTemplate
  const category = [...(contextActivities.category ?? []), { id: names.category }]
  return {
    id: randomUuid(),
    timestamp: new Date().toISOString(),
    actor: launch.actor,
    verb: { id: names.verbs[verb], display: { en: verb } },
    object: { objectType: 'Activity', id: launch.activityId },
    ...(result && { result }),
    context: {
      ...contextTemplate,
      registration: launch.registration,
      contextActivities: {
        ...contextActivities,
        category: satisfies ? [...category, { id: names.moveOn }] : category,
      },
      extensions: {
        ...extensions,
        ...(isJudged && masteryScore !== undefined && { [names.mastery]: masteryScore }),
      },
    },
  }
}
