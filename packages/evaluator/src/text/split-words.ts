import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'

/** Words of flat text, without commas and sentence ends. Japanese comes as runs of one script. */
export function splitWords(flat: string, language: LexiconLanguage): string[] {
  if (language === 'ja')
    return flat.match(/[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|[a-z]+|\d+/gu) ?? []
  return flat.match(/[\p{L}\p{N}]+(?:[-.:,]?[\p{L}\p{N}]+)*/gu) ?? []
}

/** The comparable part of a word: five letters, two syllables in Korean; pairs of characters in Japanese. */
export function stemsOf(word: string, language: LexiconLanguage): string[] {
  if (language === 'ja' && !/^[a-z\d]/.test(word)) {
    if (/^\p{Script=Hiragana}+$/u.test(word)) return []
    return word.length < 2
      ? [word]
      : Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2))
  }
  if (language === 'ko' && /\p{Script=Hangul}/u.test(word)) return [word.slice(0, 2)]
  return [word.length > 5 ? word.slice(0, 5) : word.length > 3 ? word.replace(/s$/, '') : word]
}
