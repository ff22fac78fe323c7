import type { Connection, Snapshot } from './connection.ts'
import { duration, timespan } from './times.ts'

/** The functions of an LMS's API object, without the prefix that only SCORM 1.2 has. */
type Api = {
  initialize: () => boolean
  get: (element: string) => string
  set: (element: string, value: string) => boolean
  commit: () => boolean
  terminate: () => boolean
}

type Version = 'scorm2004' | 'scorm12'

/** Null if there is no LMS, or it refuses the session. */
export function connectScorm(version: Version): Connection | null {
  const api = findApi(version)
  if (!api?.initialize()) return null
  const elements = elementsOf[version]
  const mode = api.get(elements.mode)
  // Some LMS leave the mode out: then everything is recorded.
  const isBrowsing = mode === 'browse' || mode === 'review'
  const before = { completion: api.get(elements.completion), success: elements.success && api.get(elements.success) }
  const state = api.get('cmi.suspend_data')
  const started = Date.now()
  let isOver = false

  const write = (pairs: readonly (readonly [string, string])[]): boolean => {
    // All of them, also after one was refused: the others still count.
    const stored = pairs.map(([element, value]) => api.set(element, value))
    return api.commit() && stored.every(Boolean)
  }
  if (!isBrowsing) {
    // At once: without it, an LMS deletes the state when the window is closed.
    api.set(elements.exit, 'suspend')
    if (before.completion === elements.untouched || before.completion === '') api.set(elements.completion, 'incomplete')
    api.commit()
  }
  const terminate = (): void => {
    if (isOver) return
    isOver = true
    api.terminate()
  }
  return {
    state: state === '' ? null : state,
    language: api.get(elements.language) || null,
    recording: isBrowsing ? 'browsing' : 'on',
    save: async (snapshot) => {
      if (isBrowsing || isOver) return isBrowsing
      return write(pairsOf[version](snapshot, before, (Date.now() - started) / 1000))
    },
    end: async (snapshot) => {
      const mustWrite = snapshot !== null && !isBrowsing && !isOver
      if (mustWrite && !write(pairsOf[version](snapshot, before, (Date.now() - started) / 1000))) return 'failed'
      terminate()
      return 'ended'
    },
    // Everything is committed already. This only tells the LMS sooner that the window is gone.
    abandon: terminate,
  }
}

const elementsOf = {
  scorm2004: {
    mode: 'cmi.mode',
    exit: 'cmi.exit',
    completion: 'cmi.completion_status',
    success: 'cmi.success_status',
    language: 'cmi.learner_preference.language',
    untouched: 'unknown',
  },
  scorm12: {
    mode: 'cmi.core.lesson_mode',
    exit: 'cmi.core.exit',
    completion: 'cmi.core.lesson_status',
    success: null,
    language: 'cmi.student_preference.language',
    untouched: 'not attempted',
  },
} as const

type Before = { completion: string; success: string | null }
type Pairs = [string, string][]

/** The score comes before the statuses, because some LMS compute from it when a status arrives. What was reached stays reached. */
const pairsOf: Record<Version, (snapshot: Snapshot, before: Before, seconds: number) => Pairs> = {
  scorm2004: ({ score, progress, isComplete, isPassed, location, state }, before, seconds) => [
    ...(score === null ? [] : scoreOf2004(score)),
    ['cmi.progress_measure', rounded(progress)],
    ['cmi.success_status', successOf(isComplete, isPassed || before.success === 'passed')],
    ['cmi.completion_status', isComplete || before.completion === 'completed' ? 'completed' : 'incomplete'],
    ['cmi.location', location],
    ['cmi.suspend_data', state],
    ['cmi.session_time', duration(seconds)],
  ],
  scorm12: ({ score, isComplete, isPassed, location, state }, before, seconds) => [
    ...(score === null ? [] : scoreOf12(score)),
    ['cmi.core.lesson_status', lessonStatus(isComplete, isPassed, before.completion)],
    ['cmi.core.lesson_location', location],
    ['cmi.suspend_data', state],
    ['cmi.core.session_time', timespan(seconds)],
  ],
}

const rounded = (value: number): string => String(Math.round(value * 10_000) / 10_000)
const percent = (share: number): string => String(Math.round(share * 10_000) / 100)

const scoreOf2004 = (score: number): Pairs => [
  ['cmi.score.min', '0'],
  ['cmi.score.max', '100'],
  ['cmi.score.raw', percent(score)],
  ['cmi.score.scaled', rounded(score)],
]

const scoreOf12 = (score: number): Pairs => [
  ['cmi.core.score.min', '0'],
  ['cmi.core.score.max', '100'],
  ['cmi.core.score.raw', percent(score)],
]

const successOf = (isComplete: boolean, isPassed: boolean): string =>
  isPassed ? 'passed' : isComplete ? 'failed' : 'unknown'

/** SCORM 1.2 has one status for both. `failed` would take back that the course is completed. */
const lessonStatus = (isComplete: boolean, isPassed: boolean, before: string): string => {
  if (isPassed || before === 'passed') return 'passed'
  return isComplete || before === 'completed' ? 'completed' : 'incomplete'
}

/** LMS nest frames, some of them of other origins, which refuse a look. */
const parentsToSearch = 20

type Windowed = { parent: Windowed; opener: Windowed | null } & Record<string, unknown>

const findApi = (version: Version): Api | null => {
  // Windows of an LMS hold its API under names that TypeScript can't know.
  const own = window as unknown as Windowed
  const name = version === 'scorm2004' ? 'API_1484_11' : 'API'
  const found = searchUp(own, name) ?? searchUp(openerOf(own), name) ?? searchUp(openerOf(topOf(own)), name)
  return found && apiOf(found, version === 'scorm2004' ? '' : 'LMS')
}

const quietly = <Value>(look: () => Value): Value | null => {
  try {
    return look()
  } catch {
    // A window of another origin.
    return null
  }
}

const openerOf = (from: Windowed | null): Windowed | null => quietly(() => from?.opener ?? null)
const topOf = (from: Windowed): Windowed | null => quietly(() => (from as unknown as { top: Windowed | null }).top)

type RawApi = Record<string, (...values: string[]) => unknown>

const searchUp = (from: Windowed | null, name: string): RawApi | null => {
  let here = from
  for (let step = 0; here !== null && step <= parentsToSearch; step += 1) {
    const current = here
    const api = quietly(() => current[name])
    if (typeof api === 'object' && api !== null) return api as RawApi
    const parent = quietly(() => current.parent)
    if (parent === null || parent === current) return null
    here = parent
  }
  return null
}

const isTrue = (value: unknown): boolean => String(value) === 'true'

const apiOf = (raw: RawApi, prefix: '' | 'LMS'): Api => {
  const call = (name: string, ...values: string[]): unknown => quietly(() => raw[`${prefix}${name}`]?.(...values))
  return {
    initialize: () => isTrue(call('Initialize', '')),
    get: (element) => {
      const value = call('GetValue', element)
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    },
    set: (element, value) => isTrue(call('SetValue', element, value)),
    commit: () => isTrue(call('Commit', '')),
    terminate: () => isTrue(call(prefix === '' ? 'Terminate' : 'Finish', '')),
  }
}
