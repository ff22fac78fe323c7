import { hasNumber, numberKind } from './number-kind.ts'

/** A person's age. */
export const age = numberKind({
  isOne: ({ type }) => type === 'age',
  isRight: hasNumber,
  show: ({ is = '' }) => String(is),
  replacesNumber: true,
})
