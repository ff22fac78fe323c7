import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { clockForms } from './clock-forms.ts'
import { forExample } from './for-example.ts'
import { findMatches } from '../text/find-matches.ts'
import { foldText } from '../text/fold-text.ts'
import type { ReadText } from '../text/read-text.ts'
import { monthOf } from './months.ts'
import { stemsOf } from '../text/split-words.ts'
import { spelledNumber } from './number-words.ts'

/** A given of the task that a good prompt passes on: a number or date, a name, a quoted string. */
export type DerivedFact = { id: string; kind: 'number' | 'name'; forms: string[]; source: string }

const name =
  /(?<![.!?:…¡¿"'«„“\n]\s?|^|[\p{L}\p{N}'’-])\p{Lu}[\p{L}\p{M}]*\p{Ll}(?:[ -]\p{Lu}[\p{L}\p{M}]*\p{Ll})*(?:[ ]\d+)?/gu
const quoted = /[“"«„「『]([^”"»“」』]{2,40})[”"»“」』]/gu
/** Words with a capital letter that are no names: forms of address, and days and months, which are dates. */
const notNames =
  /^(ms|mr|mrs|dr|ai|i|(mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|ok|sms|pdf|hanim|bey)$/

const hourUnit = /^(?:[ap]m|h|hs|時|시|heure|uhr|o)/
const hoursOfDay = 24
const afternoon = 12
const century = /^20(\d\d)$/

/** The hour and minute that digits with their unit stand for ("8.30", "18h", "1 pm", "14時"), or null. */
function clockOf(digits: string, unit: string | undefined): { hour: number; minute: string } | null {
  const [hours = '', minute] = digits.split(/[.:h]/)
  const isClock = minute === undefined ? unit !== undefined && hourUnit.test(unit) : /^[0-5]\d$/.test(minute)
  const hour = Number(hours)
  if (!isClock || hour >= hoursOfDay) return null
  return { hour: unit?.startsWith('pm') && hour < afternoon ? hour + afternoon : hour, minute: minute ?? '00' }
}

/** "1 pm" is 13 elsewhere, "8.30" is 8:30, 8h30 or half past eight, "12 August" is 12.08, 2021 may be 21. */
function formsOf(digits: string, unit: string | undefined, language: LexiconLanguage): string[] {
  const clock = clockOf(digits, unit)
  const month = monthOf(unit, language) + 1
  const dates = month > 0 ? [`${digits}.${month}`, `${digits}.0${month}`] : []
  const year = digits.match(century)?.[1]
  const times = clock ? clockForms(clock.hour, clock.minute, language) : []
  return [...new Set([digits, ...times, ...dates, ...(year ? [`_ ${year}`] : []), ...spelledNumber(digits, language)])]
}

const fewestInLabel = 4

/** The word before a number that names it ("size 41", "вагон 5"), by its stem. */
function labelBefore({ flat, language, lexicon }: ReadText, at: number): string | null {
  const word = flat.slice(0, at).match(/(\p{L}+) (?:(?:n|no|nr|№|num|numero)[.º°]? ?)?$/u)?.[1] ?? ''
  if (monthOf(word, language) >= 0) return null
  if (word.length < fewestInLabel || lexicon.functionWords.has(word) || lexicon.meta.has(word)) return null
  return stemsOf(word, language)[0] ?? null
}

/** "may" is a little word too, and a month. */
const isUnit = (word: string | undefined, { lexicon, language }: ReadText) =>
  word !== undefined && (!lexicon.functionWords.has(word) || monthOf(word, language) >= 0)

function digitFacts(text: ReadText): DerivedFact[] {
  return [...text.flat.matchAll(/(?<![\p{L}\d])\d+(?:[.,:h]\d+)*(?:[- ]?(?:(?:de|of) )?([\p{L}€$%]+))?/gu)].map(
    (match) => {
      const digits = match[0].match(/^\d+(?:[.,:h]\d+)*/)?.[0] ?? match[0]
      const label = labelBefore(text, match.index)
      const word = isUnit(match[1], text) ? match[1] : undefined
      const unit = word?.slice(0, 4)
      return {
        id: unit ? `number-${digits}@${unit}` : `number-${digits}${label ? `<${label}` : ''}`,
        kind: 'number',
        forms: formsOf(digits, word, text.language),
        source: word ? match[0] : digits,
      }
    },
  )
}

/** A number of the task as a prompt in another language may say it: the hour and round numbers in its words. */
export function alsoIn(fact: DerivedFact, language: LexiconLanguage): DerivedFact {
  const [digits = ''] = fact.forms
  if (fact.kind !== 'number') return fact
  const unit = fact.id.split('@')[1]
  return { ...fact, forms: [...new Set([...fact.forms, ...formsOf(digits, unit, language)])] }
}

const lettersKept = 3

/** A name as it may be found: in Ukrainian its end changes ("Київ", "до Києва"). */
function formOfPart(part: string, language: LexiconLanguage): string {
  return language === 'ua' && part.length > lettersKept
    ? `${part.slice(0, Math.max(lettersKept, part.length - 2))}*`
    : part
}

function nameFacts(description: string, language: LexiconLanguage): DerivedFact[] {
  const names = [...description.replace(forExample, '').matchAll(name)].map((match) => match[0])
  const quotes = [...description.matchAll(quoted)].flatMap((match) => match[1] ?? [])
  return [...names, ...quotes].flatMap((words) => {
    const parts = foldText(words)
      .split(/[\s-]+/)
      .filter((part) => part.length > 1 && !/^\d+$/.test(part) && !notNames.test(part))
    return parts.length === 0
      ? []
      : [
          {
            id: `name-${parts.join('-')}`,
            kind: 'name',
            forms: [parts.join(' '), ...parts.map((part) => formOfPart(part, language))],
            source: words,
          },
        ]
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
  const all = [...numbers, ...nameFacts(words, text.language)]
  return all.filter((fact, index) => all.findIndex((other) => other.id === fact.id) === index)
}
