import { remember } from '../remember.ts'
import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import { foldText } from './fold-text.ts'
import { numberStart } from './number-words.ts'

/** A word of a text. `from` and `to` are UTF-16 offsets in the text as it was typed. */
export type Word = {
  folded: string
  from: number
  to: number
  /** Sentences are counted from 0; line breaks end them too. */
  sentence: number
  /** Begins with a capital letter without beginning a sentence. */
  isName: boolean
}

/** A text with its words. */
export type Reading = { text: string; language: Language; words: readonly Word[] }

/** For languages without spaces: the folded letters of a text without spaces, and where each comes from. */
export type Flat = { flat: string; offsets: readonly number[] }

const segmenterOf = remember(
  (language: Language) => new Intl.Segmenter(language === 'ua' ? 'uk' : language, { granularity: 'word' }),
)

/** Digits and letters written together ("3pm", "20유로", "l'hôtel", "세시") are several words to the checklist. */
const parts = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu
const elision = /(?<=^|\s|\p{P})(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’]/giu

/** Where the number ends that a word is written on, 0 where it is on none: 세|시. A stopword may only look like one. */
const numberEnd = (part: string, language: Language): number => {
  const folded = foldText(part)
  if (folded.length !== part.length || stopwordsOf(language).has(folded)) return 0
  const { length = 0 } = numberStart(folded, language) ?? {}
  return length < folded.length ? length : 0
}

const wordParts = (segment: string, language: Language): { part: string; at: number }[] => {
  const text = language === 'fr' ? segment.replace(elision, (match) => match.slice(0, -1) + ' ') : segment
  const isSplit = lexiconOf(language).numberSuffixes !== undefined
  return [...text.matchAll(parts)].flatMap(({ 0: part, index }) => {
    const end = isSplit ? numberEnd(part, language) : 0
    const rest = { part: part.slice(end), at: index + end }
    return end === 0 ? [rest] : [{ part: part.slice(0, end), at: index }, rest]
  })
}

const endsSentence = /[.!?;…。！？；\n]/u

/** Reads a text in a language: its words with their places. */
export const readText = (text: string, language: Language): Reading => {
  const words: Word[] = []
  let sentence = 0
  let isStart = true
  for (const { segment, index, isWordLike } of segmenterOf(language).segment(text)) {
    if (isWordLike !== true) {
      if (endsSentence.test(segment)) {
        if (!isStart) sentence += 1
        isStart = true
      }
      continue
    }
    // 六十五 comes as two segments.
    const before = words.at(-1)
    const isGrowing = before?.to === index && numberStart(before.folded, language) !== null
    const start = isGrowing ? before.from : index
    if (isGrowing) words.pop()
    for (const { part, at } of wordParts(text.slice(start, index + segment.length), language)) {
      const isName = !isStart && /^\p{Lu}/u.test(part) && !/^I\b/.test(part)
      const from = start + at
      words.push({ folded: foldText(part), from, to: from + part.length, sentence, isName })
      isStart = false
    }
  }
  return { text, language, words }
}

const readers = new Map<Language, (phrase: string) => Reading>()

/** Reads a phrase of a lesson, once for all prompts. */
export const readPhrase = (phrase: string, language: Language): Reading => {
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

/** Languages that are written without spaces: cues are looked for as parts of the text. */
export const isUnspaced = (language: Language): boolean => language === 'ja'

const wordSet = remember((list: string): ReadonlySet<string> => new Set(foldText(list).split(/\s+/)))

export const stopwordsOf = (language: Language): ReadonlySet<string> => wordSet(lexiconOf(language).stopwords)

/** Whether a word has a topic: no stopword and no single letter, except where one sign is a word. */
export const isContentWord = (folded: string, language: Language): boolean =>
  !stopwordsOf(language).has(folded) && (folded.length > 1 || /[\p{N}\p{Script=Han}\p{Script=Hangul}]/u.test(folded))

/** Whether a word denies. */
export const isNegation = (folded: string, language: Language): boolean =>
  wordSet(lexiconOf(language).negations).has(folded)

/** Whether a word has a topic, counts or denies: "no" matters although it is a stopword. */
export const isMeaningful = (folded: string, language: Language): boolean =>
  isContentWord(folded, language) || /^\p{N}/u.test(folded) || isNegation(folded, language)
