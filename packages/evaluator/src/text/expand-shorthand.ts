import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import shorthand from '../lexicon/shorthand.json' with { type: 'json' }

const tables: Partial<Record<LexiconLanguage, Record<string, string>>> = shorthand
const compiled = new Map<LexiconLanguage, RegExp>()

function expressionFor(language: LexiconLanguage, short: readonly string[]): RegExp {
  const longestFirst = short.toSorted((left, right) => right.length - left.length).join('|')
  const expression = new RegExp(`(?<![\\p{L}\\p{N}/-])(?:${longestFirst})(?![\\p{L}\\p{N}/-])`, 'gu')
  compiled.set(language, expression)
  return expression
}

/** Flat text with the short spellings of phones written out: "q" → "que", "ill" → "i will", "comidinha" → "comida". */
export function expandShorthand(flat: string, language: LexiconLanguage): string {
  const table = tables[language]
  if (!table) return flat
  const expression = compiled.get(language) ?? expressionFor(language, Object.keys(table))
  return flat.replace(expression, (short) => table[short] ?? short)
}
