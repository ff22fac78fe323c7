import { functionWordsOf } from '../lexicon/load-lexicon.ts'
import { lexiconLanguages, type LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { flattenText, foldText } from './fold-text.ts'

const scripts: [LexiconLanguage, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ua', /\p{Script=Cyrillic}/gu],
]
const latin: LexiconLanguage[] = ['en', 'es', 'fr', 'pt', 'tr']

/**
 * The language a prompt is written in: by script, else by function words. The expected language stays when nothing
 * speaks clearly for another one: a Latin language needs three function words and twice as many as the expected one has. Where two
 * are equally likely, `preferred` (the learner's own) wins.
 */
export function detectLanguage(text: string, expected: LexiconLanguage, preferred = expected): LexiconLanguage {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return expected
  for (const [language, letter] of scripts) if ((text.match(letter)?.length ?? 0) / letters > 0.3) return language
  const words = flattenText(foldText(text)).split(/[\s,¶]+/)
  const found = new Map(
    lexiconLanguages.map((language) => {
      const known = functionWordsOf(language)
      return [language, words.filter((word) => known.has(word)).length]
    }),
  )
  const best = latin.reduce(
    (left, right) => ((found.get(right) ?? 0) > (found.get(left) ?? 0) ? right : left),
    preferred,
  )
  const [bestCount, expectedCount] = [found.get(best) ?? 0, found.get(expected) ?? 0]
  return bestCount >= 3 && bestCount > expectedCount * 2 ? best : expected
}
