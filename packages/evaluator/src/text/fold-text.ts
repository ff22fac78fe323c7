/**
 * The normal form of prompts, task texts and cues: compatibility forms, lower case, no accents on Latin letters, no
 * apostrophes. Ukrainian and Korean letters keep their marks: й isn't и.
 */
export function foldText(text: string): string {
  return isPlain.test(text) ? text.toLowerCase() : foldMarks(text)
}

/** Letters with only one form: basic Latin, Cyrillic, kana, Han, Hangul. */
const isPlain = /^[A-Za-z0-9\s\u0400-\u045f\u0490\u0491\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/u

const foldMarks = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mark}+/gu, '$1')
    .normalize('NFC')
    .replace(/['’‘ʼ´`′＇]|\p{Cf}/gu, '')
