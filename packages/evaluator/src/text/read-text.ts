import { remember } from '../remember.ts'
import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import { foldText } from './fold-text.ts'
import { numberStart } from './number-words.ts'

/** A word of a text. `from` and `to` are UTF-16 offsets in the text as typed. */
export type Word = {
  folded: string
  from: number
  to: number
  /** Sentences are counted from 0; line breaks end them too. */
  sentence: number
  /** Capitalized, and not at the beginning of a sentence. */
  isName: boolean
}

export type Reading = { text: string; language: Language; words: readonly Word[] }

/** For languages without spaces: the folded letters of a text without spaces, and each letter's position. */
export type Flat = { flat: string; offsets: readonly number[] }

/** Adjacent digits and letters ("3pm", "20유로", "l'hôtel", "세시") are separate words to the checklist. */
const parts = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu
const elision = /(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’]/giu
const endsWithBreak = /[\s\p{P}]$/u

/** "l'hôtel" as "l hôtel", but not "aujourd'hui". Written without lookbehind, which some supported browsers lack. */
const splitElisions = (text: string): string =>
  text.replace(elision, (match, at: number) => {
    // Two units, because a sign of punctuation can be a surrogate pair.
    const isWordStart = at === 0 || endsWithBreak.test(text.slice(Math.max(0, at - 2), at))
    return isWordStart ? `${match.slice(0, -1)} ` : match
  })

/** Where the number at the start of a word ends, or 0: 세|시. Stopwords can look like numbers. */
const numberEnd = (part: string, language: Language): number => {
  if (lexiconOf(language).numberSuffixes === undefined) return 0
  const folded = foldText(part)
  if (folded.length !== part.length || stopwordsOf(language).has(folded)) return 0
  const { length = 0 } = numberStart(folded, language) ?? {}
  return length < folded.length ? length : 0
}

type Piece = { part: string; at: number }

const piecesOf = (text: string, language: Language, from = 0): Piece[] =>
  [...text.matchAll(parts)].flatMap(({ 0: part, index }) => {
    const [at, end] = [from + index, numberEnd(part, language)]
    const rest = { part: part.slice(end), at: at + end }
    return end === 0 ? [rest] : [{ part: part.slice(0, end), at }, rest]
  })

/** For browsers without a segmenter: signs of one script in a row. 漢字|と|カタカナ */
const scriptRuns = /\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|[\p{Script=Latin}\p{N}]+|./gsu

let segmenter: Intl.Segmenter | undefined

const splitUnspaced = (text: string): Pick<Intl.SegmentData, 'segment' | 'index'>[] => {
  if (typeof Intl.Segmenter === 'undefined')
    return Array.from(text.matchAll(scriptRuns), ({ 0: segment, index }) => ({ segment, index }))
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  return [...segmenter.segment(text)]
}

/** The segments of a text without spaces. 六十五 comes as two segments and is one number. */
const segmentsOf = (text: string, language: Language): Piece[] => {
  const pieces: Piece[] = []
  for (const { segment, index } of splitUnspaced(text)) {
    const before = pieces.at(-1)
    const isGrowing =
      before && before.at + before.part.length === index && numberStart(foldText(before.part), language) !== null
    if (isGrowing) pieces.pop()
    const start = isGrowing ? before.at : index
    pieces.push(...piecesOf(text.slice(start, index + segment.length), language, start))
  }
  return pieces
}

const endsSentence = /[!?;…。！？；\n]|\.[\s\p{P}]/u

export function readText(text: string, language: Language): Reading {
  const plain = language === 'fr' ? splitElisions(text) : text
  let sentence = 0
  let end = 0
  const words = (isUnspaced(language) ? segmentsOf : piecesOf)(plain, language).map(({ part, at }): Word => {
    const isEnd = end > 0 && endsSentence.test(text.slice(end, at))
    if (isEnd) sentence += 1
    const isName = end > 0 && !isEnd && /^\p{Lu}/u.test(part) && !/^I\b/.test(part)
    end = at + part.length
    return { folded: foldText(part), from: at, to: end, sentence, isName }
  })
  return { text, language, words }
}

const readers = new Map<Language, (phrase: string) => Reading>()

/** Reads a phrase of a lesson, cached for all prompts. */
export function readPhrase(phrase: string, language: Language): Reading {
  const reader = readers.get(language) ?? remember((text: string) => readText(text, language))
  readers.set(language, reader)
  return reader(phrase)
}

export const flatOf = remember(({ text }: Reading): Flat => {
  let flat = ''
  const offsets: number[] = []
  let at = 0
  for (const sign of text) {
    for (const letter of foldText(sign).replace(/\s/gu, '')) {
      flat += letter
      for (let unit = 0; unit < letter.length; unit += 1) offsets.push(at)
    }
    at += sign.length
  }
  offsets.push(at)
  return { flat, offsets }
})

/** Languages written without spaces: cues are searched as parts of the text. */
export function isUnspaced(language: Language): boolean {
  return language === 'ja'
}

const wordSet = remember((list: string): ReadonlySet<string> => new Set(foldText(list).split(/\s+/)))

export function stopwordsOf(language: Language): ReadonlySet<string> {
  return wordSet(lexiconOf(language).stopwords)
}

/** Whether a word has a topic: not a stopword and not a single letter, except where one character is a word. */
export function isContentWord(folded: string, language: Language): boolean {
  return (
    !stopwordsOf(language).has(folded) && (folded.length > 1 || /[\p{N}\p{Script=Han}\p{Script=Hangul}]/u.test(folded))
  )
}

export function isNegation(folded: string, language: Language): boolean {
  return wordSet(lexiconOf(language).negations).has(folded)
}

/** Whether a word has a topic, counts or negates: "no" matters although it is a stopword. */
export function isMeaningful(folded: string, language: Language): boolean {
  return isContentWord(folded, language) || /^\p{N}/u.test(folded) || isNegation(folded, language)
}
