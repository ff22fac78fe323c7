import { languages, type Language } from '../lexicons/lexicon.ts'
import { foldText } from './fold-text.ts'
import { stopwordsOf } from './read-text.ts'

const scripts: [Language, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ua', /\p{Script=Cyrillic}/gu],
]
const scriptShare = 0.3
const inLatin = languages.filter((language) => !scripts.some(([own]) => own === language))

/** Whether a text contains letters of a language's script. */
export function mayHold(text: string, language: Language): boolean {
  const own = scripts.find(([other]) => other === language)?.[1]
  return text.match(own ?? /\p{Script=Latin}/u) !== null
}

/**
 * Detects the language of a short text: by its script, else by the most stopwords. The expected language wins a tie.
 * Language libraries need whole sentences; prompts are often five words, and the eight stopword lists are already here.
 */
export function detectLanguage(text: string, expected: Language): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const byScript = scripts.find(([, letter]) => (text.match(letter)?.length ?? 0) > letters * scriptShare)
  if (byScript) return byScript[0]
  const words = text.match(/[\p{L}\p{M}'’]+/gu)?.map(foldText) ?? []
  const known = (language: Language) => words.filter((word) => stopwordsOf(language).has(word)).length
  const fallback = inLatin.includes(expected) ? expected : 'en'
  return inLatin.reduce((best, language) => (known(language) > known(best) ? language : best), fallback)
}
