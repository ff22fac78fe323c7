import { conceptOf } from './concepts.ts'
import { remember } from './remember.ts'
import { compilePattern, type Pattern } from './text/compile-pattern.ts'
import { findConcept, findMatches, type Match } from './text/find-matches.ts'
import { flattenText, foldText } from './text/fold-text.ts'
import type { RubricWithWords } from './rubric.ts'
import type { ReadText } from './text/read-text.ts'

const mostForms = 5000
const flatForms = remember<string>(mostForms)
const wholeWord = (source: string) => `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether a form is written in the pattern language of the lexicons. */
export const isPattern = (form: string): boolean => /[*(_]| \?/.test(form)

/** A plain form as it stands in flat text. */
export const flatForm = (form: string): string => flatForms(form, () => flattenText(foldText(form)).replace(/ ¶$/, ''))

/** Places where a plain form stands. Words of more than three letters may have an ending; in Korean and Japanese anything may follow. */
export function findForm(text: ReadText, form: string): Match[] {
  if (isPattern(form)) return findSayings(text, [form])
  const flat = flatForm(form)
  if (flat === '') return []
  if (/^[\d.,:h]+$/.test(flat)) return placesOf(text.flat, `(?<![\\d.,:])${escaped(flat)}(?!\\d|[.,:]\\d)`)
  const loose = text.language === 'ja' || text.language === 'ko'
  const body = escaped(flat).replaceAll(' ', ',? ')
  const source = loose ? body : wholeWord(flat.length > 3 && /\p{L}$/u.test(flat) ? `${body}\\p{L}{0,4}` : body)
  return placesOf(text.flat, source)
}

const mostExpressions = 5000
const patterns = remember<Pattern>(mostExpressions)

/** Places of ways to say something in the pattern language of the lexicons; `=budget` stands for a concept. */
export function findSayings(text: ReadText, sayings: readonly string[]): Match[] {
  const { language, numbers } = text.lexicon
  const wholeWords = language !== 'ja' && language !== 'ko'
  return sayings.flatMap((saying) => {
    const concept = conceptOf(saying)
    if (concept) return findConcept(text, concept).strong
    return findMatches(text, [patterns(`${language} ${saying}`, () => compilePattern(saying, numbers, wholeWords))])
  })
}

const expressions = remember<RegExp>(mostExpressions)

/** Places where a regular expression holds on flat or folded text. */
export function placesOf(flat: string, source: string): Match[] {
  const expression = expressions(source, () => new RegExp(source, 'giu'))
  if (flat.search(expression) < 0) return []
  return [...flat.matchAll(expression)]
    .filter((match) => match[0].length > 0)
    .map((match) => ({ start: match.index, end: match.index + match[0].length, text: match[0] }))
}

/** The ways to write a fact of a rubric in the task's language and in another. */
export function formsOfFact(rubric: RubricWithWords, id: string, language: string): string[] {
  const own = rubric.words.facts?.[id] ?? rubric.facts?.[id]?.forms ?? []
  return [...own, ...(rubric.elsewhere?.[language]?.facts?.[id] ?? [])]
}
