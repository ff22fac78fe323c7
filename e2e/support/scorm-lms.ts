/**
 * The page of an LMS, bundled for the browser: scorm-again behind a stricter judge, because it takes more than the
 * standard allows. What was committed survives in local storage, as the LMS's database; what wasn't, doesn't.
 */
import { Scorm12API, Scorm2004API } from 'scorm-again'

type Rule = (value: string) => boolean

const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.includes(value)
const length =
  (maximum: number): Rule =>
  (value) =>
    value.length <= maximum
const between =
  (least: number, most: number): Rule =>
  (value) =>
    /^-?\d+(\.\d{1,7})?$/.test(value) && Number(value) >= least && Number(value) <= most

const rules2004: Record<string, Rule> = {
  'cmi.completion_status': oneOf('completed', 'incomplete', 'not attempted', 'unknown'),
  'cmi.success_status': oneOf('passed', 'failed', 'unknown'),
  'cmi.exit': oneOf('timeout', 'suspend', 'logout', 'normal', ''),
  'cmi.location': length(1_000),
  'cmi.suspend_data': length(64_000),
  'cmi.progress_measure': between(0, 1),
  'cmi.score.scaled': between(-1, 1),
  'cmi.score.raw': between(0, 100),
  'cmi.score.min': between(0, 0),
  'cmi.score.max': between(100, 100),
  'cmi.session_time': (value) => /^PT(\d+H)?(\d+M)?(\d+(\.\d{1,2})?S)?$/.test(value) && value !== 'PT',
}

const rules12: Record<string, Rule> = {
  'cmi.core.lesson_status': oneOf('passed', 'completed', 'failed', 'incomplete', 'browsed'),
  'cmi.core.exit': oneOf('time-out', 'suspend', 'logout', ''),
  'cmi.core.lesson_location': length(255),
  'cmi.suspend_data': length(4_096),
  'cmi.core.score.raw': between(0, 100),
  'cmi.core.score.min': between(0, 0),
  'cmi.core.score.max': between(100, 100),
  'cmi.core.session_time': (value) => /^\d{4}:[0-5]\d:[0-5]\d(\.\d{1,2})?$/.test(value),
}

type Api = Record<string, (...values: string[]) => string>

export type LmsRecord = {
  /** Calls of each function. */
  calls: Record<string, number>
  /** What the course did against the standard. */
  faults: string[]
  /** The elements in the order in which they were set. */
  order: string[]
}

const record: LmsRecord = { calls: {}, faults: [], order: [] }

const judged = (api: Api, prefix: string, rules: Record<string, Rule>): Api => {
  let phase: 'before' | 'running' | 'over' = 'before'
  const call = (name: string, ...values: string[]): string => {
    record.calls[name] = (record.calls[name] ?? 0) + 1
    const answer = String(api[`${prefix}${name}`]?.(...values))
    const code = String(api[`${prefix}GetLastError`]?.())
    // Reading what was never written is no fault.
    const isFault = code !== '0' && !(name === 'GetValue' && ['401', '403'].includes(code))
    if (isFault) record.faults.push(`${name} ${values.join(' ').slice(0, 80)}: error ${code}`)
    return answer
  }
  const whileRunning = (name: string, ...values: string[]): string => {
    if (phase !== 'running') record.faults.push(`${name} ${phase === 'before' ? 'before the start' : 'after the end'}`)
    return call(name, ...values)
  }
  const end = prefix === '' ? 'Terminate' : 'Finish'
  return {
    [`${prefix}Initialize`]: (value: string) => {
      if (phase !== 'before') record.faults.push('Initialize again')
      phase = 'running'
      return call('Initialize', value)
    },
    [`${prefix}${end}`]: (value: string) => {
      const answer = whileRunning(end, value)
      phase = 'over'
      return answer
    },
    [`${prefix}GetValue`]: (element: string) => whileRunning('GetValue', element),
    [`${prefix}SetValue`]: (element: string, value: string) => {
      if (rules[element]?.(value) !== true) record.faults.push(`SetValue ${element} = ${value.slice(0, 80)}`)
      record.order.push(element)
      return whileRunning('SetValue', element, value)
    },
    [`${prefix}Commit`]: (value: string) => whileRunning('Commit', value),
    [`${prefix}GetLastError`]: () => String(api[`${prefix}GetLastError`]?.()),
    [`${prefix}GetErrorString`]: (code: string) => String(api[`${prefix}GetErrorString`]?.(code)),
    [`${prefix}GetDiagnostic`]: (code: string) => String(api[`${prefix}GetDiagnostic`]?.(code)),
  }
}

const query = new URLSearchParams(window.location.search)
const version = query.get('version') ?? ''
const mode = query.get('mode') ?? ''
const kept = `lms-${version}`
const settings = { autocommit: false, logLevel: 5, mastery_override: false }
const api = version === 'scorm12' ? new Scorm12API(settings) : new Scorm2004API(settings)

/** Everything that a new session begins with. */
type Stored = { cmi: Record<string, unknown> }
const stored = JSON.parse(localStorage.getItem(kept) ?? 'null') as Stored | null
if (stored) api.loadFromJSON(stored.cmi)
else
  api.loadFromJSON(
    version === 'scorm12'
      ? { student_preference: { language: 'es-MX' } }
      : { learner_preference: { language: 'es-MX' } },
  )
// These are the LMS's own, which a course may only read.
if (mode !== '' && api instanceof Scorm12API) api.cmi.core.lesson_mode = mode
if (mode !== '' && api instanceof Scorm2004API) api.cmi.mode = mode
const committed = version === 'scorm12' ? 'LMSCommit' : 'Commit'
api.on(committed, () => localStorage.setItem(kept, JSON.stringify(api.renderCMIToJSONObject())))

// The library's own type has no index.
const raw = api as unknown as Api
const shared: Record<string, unknown> =
  version === 'scorm12' ? { API: judged(raw, 'LMS', rules12) } : { API_1484_11: judged(raw, '', rules2004) }
Object.assign(window, shared, { lmsRecord: record })

const frame = document.createElement('iframe')
frame.title = 'course'
frame.src = '/course/index.html'
document.body.append(frame)
