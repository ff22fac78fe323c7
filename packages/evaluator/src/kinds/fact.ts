import { findForms } from '../text/find-forms.ts'
import { textsIn, type Kind } from './kind.ts'

/** Values that the task gives: names, numbers, days. What may be called otherwise is an `idea`. Each language's text has their forms; `least`: how many are needed, all where absent. */
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
  // In a language that the lesson has no text in, nobody has written down the forms.
  mayMean: (marked, { id }, task) => textsIn(task, marked.language)?.points[id]?.value === undefined,
  check: ({ id, least = 1 }, texts) => {
    const values = texts.points[id]?.value ?? []
    if (values.length === 0) return `fact needs point.${id}.value`
    return values.length < least ? `point.${id}.value has fewer values than least` : null
  },
}
