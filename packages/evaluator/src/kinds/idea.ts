import { remember } from '../remember.ts'
import type { Range } from '../text/find-cues.ts'
import { numberAt } from '../text/read-number.ts'
import { flatOf, isMeaningful, isUnspaced, readPhrase, type Reading, type Word } from '../text/read-text.ts'
import { isSameWord } from '../text/same-word.ts'
import { textsIn, type Kind, type Match } from './kind.ts'

const mostPhrases = 8

const contentOf = ({ words, language }: Reading): Word[] => words.filter(({ folded }) => isMeaningful(folded, language))

/** Replaces number words by digits, so that "two" and "2" are one word. */
const withDigits = (reading: Reading): Reading => ({
  ...reading,
  words: reading.words.map((word, at) => {
    const number = numberAt(reading, at)
    return number ? { ...word, folded: String(number.value) } : word
  }),
})

const contentOfPhrase = remember((phrase: Reading): readonly string[] =>
  contentOf(withDigits(phrase)).map(({ folded }) => folded),
)

const spanOf = (words: readonly Range[]): Range => ({
  from: Math.min(...words.map(({ from }) => from)),
  to: Math.max(...words.map(({ to }) => to)),
})

/** A full match has all content words of a phrase in one sentence, a partial match most of them (at least two). */
const matchPhrase = (sentences: readonly Word[][], wanted: readonly string[]): Match | null => {
  let best: Match | null = null
  for (const sentence of sentences) {
    const hits = wanted.flatMap((folded) => sentence.find((word) => isSameWord(word.folded, folded)) ?? [])
    if (hits.length === wanted.length && hits.length > 0) return { ...spanOf(hits), words: hits, state: 'found' }
    if (hits.length >= 2 && hits.length * 2 > wanted.length) best ??= { ...spanOf(hits), state: 'partial' }
  }
  return best
}

const matchFlat = (reading: Reading, wanted: readonly string[]): Match | null => {
  const { flat, offsets } = flatOf(reading)
  const places = wanted.map((folded) => flat.indexOf(folded))
  const hits = places.flatMap((at, index) =>
    at < 0 ? [] : [{ from: offsets[at] ?? 0, to: offsets[at + (wanted[index]?.length ?? 0)] ?? reading.text.length }],
  )
  if (hits.length === 0 || hits.length * 2 <= wanted.length) return null
  if (hits.length === wanted.length) return { ...spanOf(hits), state: 'found' }
  return hits.length >= 2 ? { ...spanOf(hits), state: 'partial' } : null
}

const sentencesOf = (reading: Reading): Word[][] => {
  const sentences: Word[][] = []
  for (const word of reading.words) (sentences[word.sentence] ??= []).push(word)
  return sentences
}

const rank = { found: 0, partial: 1, wrong: 2 }

/**
 * Something that only this task asks for. The author writes example phrases per language, with the variants of one
 * thing joined; the content words of a phrase match together in one sentence, with any endings. `least`: how many
 * different things are needed.
 */
export const idea: Kind = {
  isClosed: false,
  find: (reading, { id }, task) => {
    const groups = textsIn(task, reading.language)?.points[id]?.phrases ?? []
    const sentences = sentencesOf(withDigits(reading))
    return groups.flatMap((forms) => {
      const matches = forms.flatMap((phrase) => {
        const wanted = contentOfPhrase(readPhrase(phrase, reading.language))
        return (isUnspaced(reading.language) ? matchFlat(reading, wanted) : matchPhrase(sentences, wanted)) ?? []
      })
      const [best] = matches.sort((one, other) => rank[one.state] - rank[other.state])
      return best ? [best] : []
    })
  },
  needed: ({ least = 1 }) => least,
  check: ({ id, least = 1 }, texts) => {
    const groups = texts.points[id]?.phrases ?? []
    if (groups.length === 0 || groups.length > mostPhrases)
      return `idea needs one to ${mostPhrases} phrases in point.${id}.phrases`
    return groups.length < least ? `point.${id}.phrases has fewer phrases than least` : null
  },
}
