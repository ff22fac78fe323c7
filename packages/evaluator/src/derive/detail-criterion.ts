import type { Criterion } from '../rubric.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'

/** Fewest words (in Japanese, letters) for each thing that a task asks for. */
const wordsForEach: Record<LexiconLanguage, number> = { en: 3, es: 3, fr: 3, pt: 3, tr: 2.5, ua: 2.5, ko: 2.5, ja: 8 }

/**
 * Points of a task in another language cannot be looked for by their words. A prompt that says them all is at least so long; one that is shorter lacks some.
 */
export function detailCriterion(asks: number, language: LexiconLanguage): Criterion {
  const fewest = Math.round(asks * wordsForEach[language])
  const unit = language === 'ja' ? '\\S ?' : '[^\\s¶]+(?:[\\s¶]+|$)'
  return { id: 'detail', level: 'must', weight: 2, re: [`^(?:${unit}){${fewest}}`] }
}
