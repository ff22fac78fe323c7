import { findForms } from '../text/find-forms.ts'
import { textsIn, type Kind } from './kind.ts'

/**
 * Values given by the task: names, numbers, days. Use `idea` for anything with synonyms. Each language's text lists
 * their forms; `least`: how many are needed, default all.
 */
export const fact: Kind = {
  isClosed: true,
  find: (reading, { id }, task) => {
    const values = textsIn(task, reading.language)?.points[id]?.value ?? task.texts.points[id]?.value ?? []
    return values.flatMap((forms) => {
      const [first] = findForms(reading, forms)
      return first ? [{ ...first, state: 'found' as const }] : []
    })
  },
  needed: ({ id, least }, task) => least ?? task.texts.points[id]?.value?.length ?? 1,
  // In a language without a lesson text, the forms are unknown.
  mayMean: (marked, { id }, task) => textsIn(task, marked.language)?.points[id]?.value === undefined,
  check: ({ id, least = 1 }, texts) => {
    const values = texts.points[id]?.value ?? []
    if (values.length === 0) return `fact needs point.${id}.value`
    return values.length < least ? `point.${id}.value has fewer values than least` : null
  },
}
