import { digitsOf, withPlainDigits } from '@kitewise/contract/typed/digits'

/** What one input event did to a field. `caret` is a position in `after`. */
export type Edit = { before: string; after: string; caret: number; isForwardDelete?: boolean }

export type Formatted = { value: string; caret: number }

/** `whole`: the text came at once, by paste or autofill, or the user left the field. */
type Change = 'typed' | 'deleted' | 'whole'

type Format = (text: string, change: Change) => string

export type CardField = 'cardNumber' | 'expiry' | 'cvc'

const formats: Record<CardField, Format> = {
  cardNumber: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
}

/** Formats a field after each input event and says where the caret belongs. */
export function formatEdit(field: CardField, typed: Edit): Formatted {
  const edit = withPlain(typed)
  const { head, tail, inserted, removed } = compare(edit)
  const hasDate = field === 'expiry' && edit.before.includes('/')
  if (hasDate && removed === '' && inserted !== '' && digitsOf(inserted) === '')
    return { value: edit.before, caret: head.length - inserted.length }

  const change = inserted === '' ? 'deleted' : inserted.length === 1 ? 'typed' : 'whole'
  const text = change === 'deleted' && digitsOf(removed) === '' ? dropDigit(head, tail, edit) : { head, tail }
  const value = formats[field](text.head + text.tail, change)
  if (digitsOf(text.tail) === '') return { value, caret: value.length }
  const padding = value.startsWith('0') && !/^\D*0/.test(text.head) ? 1 : 0
  const digits = digitsOf(text.head).length + padding
  const isInsideMonth = field === 'expiry' && digits < 2
  return { value, caret: caretAfter(value, digits, change !== 'deleted' && !isInsideMonth) }
}

/** The final form, for a field that the user leaves. */
export function formatWhole(field: CardField, text: string): string {
  return formats[field](withPlainDigits(text), 'whole')
}

/** The digits of every script are digits. One may be two code units, so the caret moves with them. */
function withPlain({ after, caret, ...rest }: Edit): Edit {
  const head = withPlainDigits(after.slice(0, caret))
  return { ...rest, after: head + withPlainDigits(after.slice(caret)), caret: head.length }
}

function compare({ before, after, caret }: Edit): { head: string; tail: string; inserted: string; removed: string } {
  const head = after.slice(0, caret)
  const tail = after.slice(caret)
  let kept = 0
  while (kept < head.length && kept < before.length - tail.length && head[kept] === before[kept]) kept += 1
  return { head, tail, inserted: head.slice(kept), removed: before.slice(kept, before.length - tail.length) }
}

/** A deletion that hit only a separator deletes the digit beyond it, so every key press has an effect. */
function dropDigit(head: string, tail: string, { isForwardDelete = false }: Edit): { head: string; tail: string } {
  if (isForwardDelete) return { head, tail: tail.replace(/\d/, '') }
  return { head: head.replace(/\d(?=\D*$)/, ''), tail }
}

/** After the given number of digits; after an insertion also after the separator that follows them. */
function caretAfter(value: string, digits: number, skipsSeparator: boolean): number {
  let caret = 0
  for (let left = digits; left > 0 && caret < value.length; caret += 1) if (/\d/.test(value[caret] ?? '')) left -= 1
  return skipsSeparator ? caret + (/^\D*/.exec(value.slice(caret))?.[0].length ?? 0) : caret
}

/** Group lengths by the first digits: American Express, Diners Club. */
const groupings: readonly [RegExp, readonly number[]][] = [
  [/^3[47]/, [4, 6, 5]],
  [/^3(?:0[0-5]|[689])/, [4, 6, 4]],
]
const usualGroups = [4, 4, 4, 4, 3]

function formatNumber(text: string): string {
  let rest = digitsOf(text)
  const parts: string[] = []
  for (const length of groupings.find(([start]) => start.test(rest))?.[1] ?? usualGroups) {
    parts.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return parts.filter(Boolean).join(' ')
}

const separator = ' / '

/** MM / YY. While the user edits inside a date, month and year stay apart and a month of one digit is not padded. */
function formatExpiry(text: string, change: Change): string {
  const [, month = '', gap = '', rest = ''] = /^\D*(\d*)(\D*)(.*)$/s.exec(text.normalize('NFKC')) ?? []
  const year = digitsOf(rest)
  if (change === 'deleted' && month.length <= 2) return year === '' ? month : month + separator + shortYear(year)
  if (change === 'typed' && year !== '') {
    const overflow = month.slice(2)
    return month.slice(0, 2) + separator + shortYear(overflow.length + year.length > 2 ? year : overflow + year)
  }
  if (gap === '' || month.length > 2) return splitDigits(month + year)
  return (month === '' ? '' : month.padStart(2, '0')) + separator + shortYear(year)
}

/** A date without a separator. A first digit above 1, or two digits that are no month, mean a one-digit month. */
function splitDigits(digits: string): string {
  const monthLength = /^[2-9]/.test(digits) || Number(digits.slice(0, 2)) > 12 ? 1 : 2
  if (digits.length < monthLength) return digits
  return digits.slice(0, monthLength).padStart(2, '0') + separator + shortYear(digits.slice(monthLength))
}

/** 2030 becomes 30; 20 and 203 may still become 2030. */
function shortYear(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2)
  return digits.length < 4 ? digits : digits.slice(2, 4)
}
