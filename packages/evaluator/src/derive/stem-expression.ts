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
  'reason',
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
