/**
 * One normal form for prompts, task words and lexicon entries, so that *gunaydin* finds *günaydın*, full-width digits are
 * digits, and every kind of quotation mark is the same. Ukrainian and Korean letters keep their marks: й is not и.
 */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}]/gu
const doubleQuotes = /[“”„‟«»「」『』〝〞″]/g
const singleQuotes = /[‘’‚‛ʼ´`′]/g
const latinMarks = /(\p{Script=Latin})\p{Mark}+/gu
/** Letters of two scripts that look the same: typed by mistake, or to hide a word. */
const latinTwins = 'aceiopxy'
const cyrillicTwins = 'асеіорху'
const mixedWord = /(?<!\p{L})(?=\p{L}*\p{Script=Cyrillic})(?=\p{L}*\p{Script=Latin})\p{L}+/gu

/** A word of two scripts in the one of its letters that have no twin; Cyrillic when all have. */
function inOneScript(word: string): string {
  const [from, to] = /[bdf-hj-nq-tvwz]/.test(word) ? [cyrillicTwins, latinTwins] : [latinTwins, cyrillicTwins]
  return Array.from(word, (letter) => to[from.indexOf(letter)] ?? letter).join('')
}

const cyrillicApostrophe = /(\p{Script=Cyrillic})'(?=\p{Script=Cyrillic})/gu

/** Returns the text folded: NFKC, lower case (Turkish ı and İ become i), no Latin accents, ASCII quotation marks. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(latinMarks, '$1')
    .normalize('NFC')
    .replace(doubleQuotes, '"')
    .replace(singleQuotes, "'")
    .replace(/[–—―]/g, '-')
    .replace(/→|⇒|=>/g, '->')
    .replace(/[。．]/g, '. ')
    .replace(/[、，]/g, ', ')
    .replace(mixedWord, inOneScript)
    .replace(cyrillicApostrophe, '$1')
    .replaceAll("n't", 'nt')
}

/** The end of a sentence in flat text. */
export const sentenceEnd = '¶'

/**
 * Folded text → words with single spaces between them, for the lexicon's patterns. Commas stay on their word, sentences end
 * with ¶, quotation marks and brackets are gone.
 */
export function flattenText(folded: string): string {
  return folded
    .replace(/(\p{L})'(?=\p{L})/gu, '$1 ')
    .replace(/["'()*_~<]|(?<!-)>/g, ' ')
    .replace(/\s*->\s*/g, ' -> ')
    .replace(/[:/.](?=\s|$)(?<![.:]\s)/g, (mark) => (mark === '.' ? '.' : ' '))
    .replace(/\.(?=\s+[\p{Ll}\d])(?<=\b\p{L}{1,6}\.)(?=\s+\d)/gu, ' ')
    .replace(/\.(?=\s|$)/g, ` ${sentenceEnd} `)
    .replace(/\?/g, ` ? ${sentenceEnd} `)
    .replace(/[!;\n]/g, ` ${sentenceEnd} `)
    .replace(/([+|])/g, ' $1 ')
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .trim()
}
