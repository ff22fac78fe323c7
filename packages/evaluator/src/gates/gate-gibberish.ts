import type { ReadText } from '../text/read-text.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const oddShare = 0.3
const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхї', 'фівапролджє', 'ячсмитьбю']
const keyboardRuns = new Set(
  keyboardRows
    .flatMap((row) => [row, Array.from(row).reverse().join('')])
    .flatMap((row) => Array.from({ length: row.length - 3 }, (_, at) => row.slice(at, at + 4))),
)
const loneJamo = /^[\u1100-\u11FF\u3131-\u318E]{2,}$/

/** A word no language here would write: no vowel, five consonants in a row, a run along the keyboard, one letter repeated. */
function isOddWord(word: string): boolean {
  if (loneJamo.test(word) || /^(\p{L})\1{2,}$/u.test(word)) return true
  const runs = Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => word.slice(at, at + 4))
  if (runs.some((run) => keyboardRuns.has(run)) && !/propert|prope|powert/.test(word)) return true
  if (/^[a-z]{4,}$/.test(word))
    return (
      !/[aeiouy]/.test(word) ||
      /[bcdfghjklmnpqrstvwxz]{5}/.test(word) ||
      /(q(?!u)[a-z])|[aeiou]{4}|[jqx][bcdfghjkmpqvwxz]|^[bcdfghjklmnpqrstvwxz]{4}/.test(word)
    )
  if (/^\p{Script=Cyrillic}{4,}$/u.test(word))
    return !/[аеєиіїоуюяыэ]/.test(word) || /[бвгґджзйклмнпрстфхцчшщ]{5}/.test(word)
  return false
}

function oddWords(prompt: ReadText): { odd: number; long: number } {
  const long = prompt.words.filter((word) => word.length >= 4 || loneJamo.test(word) || /^(\p{L})\1{2,}$/u.test(word))
  const plain = long.filter((word) => /^\p{L}+$/u.test(word))
  return { odd: plain.filter(isOddWord).length, long: plain.length }
}

/** Keys hit at random, or the same few letters again and again. */
export function gateGibberish({ prompt }: GateInput): GateHit | null {
  const { odd, long } = oddWords(prompt)
  const mayBeCode = /[{}\\]|https?:/.test(prompt.folded)
  if (odd >= 2 && odd / long > (mayBeCode ? 0.6 : oddShare))
    return { gate: 'gibberish', evidence: `${odd} of ${long} words` }
  const letters = prompt.flat.match(/\p{L}/gu) ?? []
  if (letters.length >= 12 && new Set(letters).size <= 4)
    return { gate: 'gibberish', evidence: `${new Set(letters).size} letters` }
  return null
}
