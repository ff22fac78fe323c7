import { hasNumber, numberKind } from './number-kind.ts'

/** An amount with its currency, an amount after a word such as "budget", or a word for nothing. */
export const money = numberKind({
  isOne: ({ type }) => type === 'money',
  isRight: (quantity, point) =>
    hasNumber(quantity, point) &&
    (point.currency === undefined || quantity.unit === '' || quantity.unit === point.currency),
  show: ({ is = '' }) => String(is),
  replacesNumber: true,
})
