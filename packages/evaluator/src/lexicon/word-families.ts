import { flattenText, foldText } from '../text/fold-text.ts'
import type { ReadText } from '../text/read-text.ts'
import type { LexiconLanguage } from './lexicon-languages.ts'
import families from './families.json' with { type: 'json' }

/**
 * Words of everyday life that stand for one another, in every language: a task says "rain plan", a prompt "if it's wet". The first words
 * (`names`, all when absent) are those by which a task names the thing; the others only say it.
 */
type Family = Partial<Record<LexiconLanguage, string[]>> & { names?: number }

const all: ReadonlyMap<string, Family> = new Map<string, Family>(Object.entries(families))
const isDense = (language: LexiconLanguage) => language === 'ja' || language === 'ko'
/** From so many letters on, a word of a family is the beginning of words. A dot ends those that stand as they are, a star begins shorter ones. */
const lettersOfBeginning: Record<LexiconLanguage, number> = { en: 4, es: 4, fr: 4, pt: 4, tr: 3, ua: 3, ko: 1, ja: 1 }

/** A word of one letter: in Korean with a particle at most, in Japanese no part of a longer word. */
const alone = (letter: string, language: LexiconLanguage) =>
  language === 'ko'
    ? String.raw`(?<!\p{L})${letter}(?:[를가는은이와도의만로])?(?!\p{L})`
    : String.raw`(?<!\p{Script=Han})${letter}(?!\p{Script=Han})`

function wordExpression(word: string, language: LexiconLanguage): string {
  if (word === '?') return String.raw`\?`
  const flat = flattenText(foldText(word.replace(/[.*]$/, '')))
  const escaped = flat.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(' ', ',? ')
  if (isDense(language)) return flat.length > 1 ? escaped : alone(escaped, language)
  const open = word.endsWith('*') || (!word.endsWith('.') && flat.length >= lettersOfBeginning[language])
  return String.raw`(?<![\p{L}\p{N}])${escaped}${open ? String.raw`\p{L}*` : String.raw`s?(?![\p{L}\p{N}])`}`
}

const expressions = new Map<string, string>()

/** An expression for all words of a family in a language, or for those that name it; null when there are none. */
function expressionOf(name: string, language: LexiconLanguage, onlyNames: boolean): string | null {
  const key = `${name} ${language} ${onlyNames}`
  const known = expressions.get(key)
  if (known !== undefined) return known
  const family = all.get(name)
  const words = (family?.[language] ?? []).slice(0, onlyNames ? family?.names : undefined)
  if (words.length === 0) return null
  const source = words.map((word) => wordExpression(word, language)).join('|')
  expressions.set(key, source)
  return source
}

const compiled = new Map<string, RegExp>()

/** The families that a part of a task names. */
export function familiesIn({ flat, language }: ReadText): string[] {
  return [...all.keys()].filter((name) => {
    const source = expressionOf(name, language, true)
    if (source === null) return false
    const expression = compiled.get(source) ?? new RegExp(source, 'u')
    compiled.set(source, expression)
    return expression.test(flat)
  })
}

/** An expression for the ways to say a family in the language of a prompt. */
export function familyExpression(name: string, language: LexiconLanguage): string | null {
  return expressionOf(name, language, false)
}
