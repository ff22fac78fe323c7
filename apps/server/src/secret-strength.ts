/**
 * Estimates how hard a secret is to guess. Random characters count in full. What people type counts little: runs along the keyboard
 * or the alphabet, repeats, the usual words of a secret, and text that reads as words.
 */

/** Below this many bits a secret is too easy to guess. 32 random digits have 106, 32 random hexadecimal characters 128. */
export const leastSecretBits = 75

/** Runs that fingers follow, read in both directions: alphabet, digits, the rows of QWERTY, QWERTZ and AZERTY, columns. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
].flatMap((run) => [run, run.split('').toReversed().join('')])

/** Found with letters written as digits or signs, too. */
const usualWords =
  'password passwort secret session pepper production development kitewise change please sample example default admin token random character letmein welcome server private'.split(
    ' ',
  )
const signs = '@431!05$7'
const letters = 'aaeiiosst'

/** A run or a repeat of fewer characters happens by chance. */
const leastPart = 4
/** A run, a repeat or a usual word is one thing to guess. */
const bitsOfPart = 8
/** Shannon's estimate for English prose is 1 to 1.5 bits a letter. */
const bitsOfProse = 1.5

/** Lower bound of a secret's entropy in bits. */
export function estimateSecretBits(secret: string): number {
  const text = secret.toLowerCase()
  const plain = text.replaceAll(/./g, (sign) => letters[signs.indexOf(sign)] ?? sign)
  const spread = bitsOfSpread(secret)
  const perCharacter = readsAsProse(secret) ? Math.min(bitsOfProse, spread) : spread
  let bits = 0
  for (let at = 0; at < text.length;) {
    const length = Math.max(lengthOfRunOrRepeat(text, at), lengthOfWord(plain, at))
    bits += length > 0 ? Math.min(bitsOfPart, length * perCharacter) : perCharacter
    at += Math.max(length, 1)
  }
  return bits
}

/** Shannon's entropy of one character: 0 when all are the same, at most 6 for random base64. */
function bitsOfSpread(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0)
}

/** Length of the longest run or repeat at a place, 0 when there is none. */
function lengthOfRunOrRepeat(text: string, from: number): number {
  const isKnown = (part: string): boolean =>
    runs.some((run) => run.includes(part)) || text.slice(0, from + part.length - 1).includes(part)
  let length = 0
  while (from + length < text.length && isKnown(text.slice(from, from + length + 1))) length += 1
  return length < leastPart ? 0 : length
}

function lengthOfWord(plain: string, from: number): number {
  return Math.max(0, ...usualWords.filter((word) => plain.startsWith(word, from)).map((word) => word.length))
}

/** Whether more than three fifths of the characters belong to words: `likeThis`, `like-this` or `LIKE THIS`. */
function readsAsProse(secret: string): boolean {
  const words = (secret.match(/\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,}/gu) ?? []).filter(isPronounceable)
  return words.join('').length > secret.length * 0.6
}

/** Vowels as in a language, and few consonants in a row. Random letters fail this, long ones almost always. */
function isPronounceable(word: string): boolean {
  const vowels = word.replaceAll(/[^aeiouy]/gi, '').length / word.length
  const cluster = word.length > 15 ? /[^aeiouy]{4}/i : /[^aeiouy]{5}/i
  return vowels >= 0.25 && vowels <= 0.75 && !cluster.test(word)
}
