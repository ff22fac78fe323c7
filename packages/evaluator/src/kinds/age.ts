import { hasNumber, numberKind } from './number-kind.ts'

/** How old somebody is. */
export const age = numberKind({
  isOne: ({ type }) => type === 'age',
  isRight: hasNumber,
  show: ({ is = '' }) => String(is),
  replacesNumber: true,
})
