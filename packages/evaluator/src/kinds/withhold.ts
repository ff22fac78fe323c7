import { findForms } from '../text/find-forms.ts'
import { textsIn, type Kind } from './kind.ts'

/** What an assistant should not be given. Found if none of the values occurs. */
export const withhold: Kind = {
  isClosed: true,
  find: (reading, { id }, task) => {
    const texts = textsIn(task, reading.language)?.points[id] ?? task.texts.points[id]
    const told = (texts?.value ?? []).flatMap((forms) => findForms(reading, forms))
    const text = texts?.instead ?? '[…]'
    if (told.length === 0) return [{ from: 0, to: 0, state: 'found' }]
    return told.map((range) => ({ ...range, state: 'wrong', replace: { ...range, text } }))
  },
  mayMean: () => false,
  check: ({ id }, texts) =>
    texts.points[id]?.value && texts.points[id].instead !== undefined
      ? null
      : `withhold needs point.${id}.value and point.${id}.instead`,
}
