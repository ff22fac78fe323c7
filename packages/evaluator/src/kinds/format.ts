import { listOf, matchCues, type Kind } from './kind.ts'

const formats = ['table', 'list', 'checklist', 'groups', 'steps'] as const

/** The format of the result. `of`: one of `formats`, several separated by commas, or `any`. */
export const format: Kind = {
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
    return unknown === undefined ? null : `${unknown} is no format; one of ${formats.join(', ')}, any`
  },
}
