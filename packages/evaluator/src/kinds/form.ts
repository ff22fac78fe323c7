import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import type { Point } from '../task.ts'
import { findCues } from '../text/find-cues.ts'
import { localeOf } from '../texts.ts'
import { cueKind, listOf, matchCues, type Kind } from './kind.ts'

// What the assistant should do, and the form of the result.

const requests = [
  'write',
  'ideas',
  'explain',
  'compare',
  'list',
  'plan',
  'table',
  'rewrite',
  'summarise',
  'translate',
  'check',
  'questions',
  'picture',
  'advice',
] as const

/** What the assistant should do. `of`: one of `requests`, several separated by commas, or `any`. */
const request: Kind = {
  isClosed: false,
  find: (reading, point) => {
    const wanted = listOf(point)
    const keys = wanted.includes('any')
      ? Object.keys(lexiconOf(reading.language).cues).filter((key) => key.startsWith('request.'))
      : wanted.map((name) => `request.${name}`)
    return keys.flatMap((key) => matchCues(reading, key, 1))
  },
  textKey: (point) => `request.${listOf(point)[0] ?? 'any'}`,
  check: (point) => {
    const unknown = listOf(point).find((name) => name !== 'any' && !(requests as readonly string[]).includes(name))
    if (listOf(point).length === 0) return 'request needs of: write, ideas … or any'
    return unknown === undefined ? null : `${unknown} isn't a request; use one of ${requests.join(', ')}, any`
  },
}

const formats = ['table', 'list', 'checklist', 'groups', 'steps'] as const

/** The format of the result. `of`: one of `formats`, several separated by commas, or `any`. */
const format: Kind = {
  isClosed: false,
  find: (reading, point) => {
    const wanted = listOf(point)
    const keys = wanted.includes('any') ? [...formats, 'any'] : wanted
    return keys.flatMap((name) => matchCues(reading, `format.${name}`))
  },
  textKey: (point) => `format.${listOf(point)[0] ?? 'any'}`,
  check: (point) => {
    const unknown = listOf(point).find((name) => name !== 'any' && !(formats as readonly string[]).includes(name))
    if (listOf(point).length === 0) return 'format needs of: table, list … or any'
    return unknown === undefined ? null : `${unknown} isn't a format; use one of ${formats.join(', ')}, any`
  },
}

const nameOfLanguage = ({ is }: Pick<Point, 'is'>, language: Language): string =>
  is === undefined ? '' : (new Intl.DisplayNames(localeOf(language), { type: 'language' }).of(String(is)) ?? '')

/** The name of a language other than the lesson's. `is`: its code, if the task wants a specific one. */
const language: Kind = {
  isClosed: true,
  show: nameOfLanguage,
  find: (reading, { is }, task) => {
    const all = Object.entries(lexiconOf(reading.language).languages)
    // A translation back into the lesson's language names that language too.
    const names = is === undefined ? all.filter(([code]) => code !== task.language) : all
    const text = nameOfLanguage({ is }, reading.language)
    return names.flatMap(([code, cues]) =>
      findCues(reading, cues).map((range) =>
        is === undefined || is === code
          ? { ...range, state: 'found' as const }
          : { ...range, state: 'wrong' as const, expected: text, replace: { ...range, text } },
      ),
    )
  },
}

export const formKinds = {
  format,
  language,
  request,
  /** The result should be in steps. */
  steps: cueKind('steps'),
  /** How it should sound. */
  tone: cueKind('tone', 2),
}
