import { foldText } from './fold-text.ts'

/**
 * The small pattern language of the lexicons, on top of regular expressions:
 * `word*` any ending · `#` a number in digits or words · `_` any one word · `...` up to five words · a leading `/` a plain regular
 * expression on the folded text with its punctuation. A pattern matches whole words, except in Korean and Japanese.
 */
export type Pattern = { expression: RegExp; onFolded: boolean }

/** Letters of the languages with spaces between words, in folded text. Much quicker to compile than \\p{L}. */
const letter = '0-9a-z\\u00df-\\u024f\\u0400-\\u04ff'
const anyEnding = `[${letter}'-]*`
const oneWord = '[^\\s¶]+'

function closesOptionalWords(source: string, at: number): boolean {
  let depth = 0
  for (let index = at; index >= 0; index -= 1) {
    if (source[index] === ')') depth += 1
    if (source[index] === '(') depth -= 1
    if (depth === 0) return source[index + 1] === ' ' || source[at - 1] === ' '
  }
  return false
}

function replaceStars(source: string): string {
  let result = ''
  for (let index = 0; index < source.length; index += 1) {
    const before = source[index - 1] ?? ''
    if (source[index] !== '*') result += source[index]
    else if (before === '.' || (before === 'w' && source[index - 2] === '\\')) result += '*'
    else if (before === ')' && closesOptionalWords(source, index - 1)) result += '*'
    else if (before === ']' && /\[(\^[^\]]*|a-z ?)\]$/.test(source.slice(0, index))) result += '*'
    else result += anyEnding
  }
  return result
}

/** Compiles one lexicon entry. `numbers` is the expression for a number; `wholeWords` is false for Korean and Japanese. */
export function compilePattern(entry: string, numbers: string, wholeWords: boolean): Pattern {
  const folded = foldText(entry)
  if (folded.startsWith('/')) return { expression: new RegExp(folded.replace(/^\/|\/$/g, ''), 'gu'), onFolded: true }
  const body = replaceStars(folded)
    .replace(/(\p{L})'(?=\p{L})/gu, '$1 ')
    .replace(/\.\.\. /g, `(?:${oneWord} ){0,5}?`)
    .replace(/(?<!\\)_/g, `(?:${oneWord})`)
    .replaceAll('#', `(?:${numbers})`)
    .replace(/ (?![?])/g, ',? ')
  if (folded.includes('"')) return { expression: new RegExp(body.replaceAll(',? ', ' ?'), 'gu'), onFolded: true }
  const source = wholeWords ? `(?<![${letter}])(?:${body})(?![${letter}])` : `(?:${body})`
  return { expression: new RegExp(source, 'gu'), onFolded: false }
}
