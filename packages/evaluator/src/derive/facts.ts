import { forExample } from './for-example.ts'
import { findMatches } from '../text/find-matches.ts'
import { foldText } from '../text/fold-text.ts'
import type { ReadText } from '../text/read-text.ts'

/** A given of the task that a good prompt passes on: a number or date, a name, a quoted string. */
export type DerivedFact = { id: string; kind: 'number' | 'name'; forms: string[]; source: string }

const name =
  /(?<![.!?:…¡¿"'«„“\n]\s?|^|[\p{L}\p{N}'’-])\p{Lu}[\p{L}\p{M}]*\p{Ll}(?:[ -]\p{Lu}[\p{L}\p{M}]*\p{Ll})*(?:[ ]\d+)?/gu
const quoted = /[“"«„「『]([^”"»“」』]{2,40})[”"»“」』]/gu
/** Words with a capital letter that are no names: forms of address, and days and months, which are dates. */
const notNames =
  /^(ms|mr|mrs|dr|ai|i|(mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|ok|sms|pdf|hanim|bey)$/

/** "1 pm" is 13 elsewhere, "8.30" is 8:30 or 8h30. */
function formsOf(digits: string, unit: string | undefined): string[] {
  const afternoon = unit === 'pm' && /^\d+$/.test(digits) ? [String(Number(digits) + 12)] : []
  const [hours, minutes] = digits.split(/[.:h]/)
  const times = hours && minutes ? [':', 'h', '.', ' h '].map((mark) => `${hours}${mark}${minutes}`) : []
  return [...new Set([digits, ...times, ...afternoon, ...afternoon.map((hour) => `${hour}:00`)])]
}

function digitFacts(text: ReadText): DerivedFact[] {
  return [...text.flat.matchAll(/(?<![\p{L}\d])\d+(?:[.,:h]\d+)*(?:[- ]?(?:(?:de|of) )?([\p{L}€$%]+))?/gu)].map(
    (match) => {
      const digits = match[0].match(/^\d+(?:[.,:h]\d+)*/)?.[0] ?? match[0]
      const unit = match[1]?.slice(0, 4)
      return {
        id: unit ? `number-${digits}@${unit}` : `number-${digits}`,
        kind: 'number',
        forms: formsOf(digits, match[1]),
        source: match[0],
      }
    },
  )
}

function nameFacts(description: string): DerivedFact[] {
  const names = [...description.replace(forExample, '').matchAll(name)].map((match) => match[0])
  const quotes = [...description.matchAll(quoted)].flatMap((match) => match[1] ?? [])
  return [...names, ...quotes].flatMap((words) => {
    const parts = foldText(words)
      .split(/[\s-]+/)
      .filter((part) => part.length > 1 && !/^\d+$/.test(part) && !notNames.test(part))
    return parts.length === 0
      ? []
      : [{ id: `name-${parts.join('-')}`, kind: 'name', forms: [parts.join(' '), ...parts], source: words }]
  })
}

/** The numbers, dates, names and quotations in a text. Numbers that belong to a limit that it sets are found by concept instead. `text` is its reading. */
export function factsIn(words: string, text: ReadText): DerivedFact[] {
  const limits = (['length', 'budget', 'age'] as const).flatMap((concept) => [
    ...findMatches(text, text.lexicon.concepts[concept].needs),
    ...findMatches(text, text.lexicon.concepts.length.cues),
  ])
  const isLimit = (digits: string) => limits.some((limit) => limit.text.includes(digits))
  const numbers = digitFacts(text).filter((fact) => !isLimit(fact.forms[0] ?? ''))
  const all = [...numbers, ...nameFacts(words)]
  return all.filter((fact, index) => all.findIndex((other) => other.id === fact.id) === index)
}
