import { localeOf } from '../texts.ts'
import { hasNumber, numberKind } from './number-kind.ts'

/** An amount with its currency, an amount after a word such as "budget", or a word for "free". */
export const money = numberKind({
  isOne: ({ type }) => type === 'money',
  isRight: (quantity, point) =>
    hasNumber(quantity, point) &&
    (point.currency === undefined || quantity.unit === '' || quantity.unit === point.currency),
  show: ({ is = '', currency }, language) =>
    currency === undefined
      ? String(is)
      : new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, minimumFractionDigits: 0 }).format(
          Number(is),
        ),
  replacesNumber: true,
})
