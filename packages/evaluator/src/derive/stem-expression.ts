import type { Concept } from '../concepts.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'

/** Naming these is not doing them: "length" sets no length. */
export const needsValue: ReadonlySet<Concept> = new Set<Concept>([
  'length',
  'budget',
  'tone',
  'reader',
  'no_invention',
  'age',
  'place',
  'shape',
  'purpose',
  'ignore_instructions',
])

/** A text as an expression for itself. */
export function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** An expression for the words that begin with a stem. */
export function stemExpression(stem: string, language: LexiconLanguage): string {
  const ending = language === 'ja' || language === 'ko' ? '' : String.raw`\p{L}*`
  const boundary = language === 'ja' ? '' : String.raw`(?<![\p{L}\p{N}])`
  return `${boundary}${escapeExpression(stem)}${ending}`
}

const fewestStems = 2

/** Two different stems of a clause near each other: what says most of a sentence of the task says it, whatever the word in the tip. */
export function pairExpressions(stems: readonly string[], language: LexiconLanguage): string[] {
  if (new Set(stems).size < fewestStems) return []
  const isDense = language === 'ja' || language === 'ko'
  const any = [...new Set(stems)].map(escapeExpression).join('|')
  const start = language === 'ja' ? '' : String.raw`(?<![\p{L}\p{N}])`
  const ending = isDense ? '' : String.raw`\p{L}*`
  const between = language === 'ja' ? String.raw`[^¶]{1,14}?` : String.raw`(?:[^\s¶]* [^\s¶]+){0,5}?[^\s¶]* `
  return [`${start}(${any})${ending}${between}${start}(?!\\1)(?:${any})${ending}`]
}
