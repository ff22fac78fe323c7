/**
 * One normal form for prompts, texts of tasks and cues: compatibility forms, lower case, no accents on Latin letters, no apostrophes.
 * Ukrainian and Korean letters keep their marks: й is not и.
 */
export const foldText = (text: string): string => (isPlain.test(text) ? text.toLowerCase() : foldMarks(text))

const isPlain = /^[A-Za-z0-9\s]*$/

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
