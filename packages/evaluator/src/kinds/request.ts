import { lexiconOf } from '../lexicons/lexicon.ts'
import { listOf, matchCues, type Kind } from './kind.ts'

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
export const request: Kind = {
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
    return unknown === undefined ? null : `${unknown} is no request; one of ${requests.join(', ')}, any`
  },
}
