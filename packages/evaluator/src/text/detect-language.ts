import { functionWordsOf, tellingWordsOf } from '../lexicon/load-lexicon.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { flattenText, foldText } from './fold-text.ts'

const scripts: [LexiconLanguage, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ua', /\p{Script=Cyrillic}/gu],
]
const latin: LexiconLanguage[] = ['en', 'es', 'fr', 'pt', 'tr']
/** Letters that only one of the languages with Latin script writes. */
const ownLetters: Partial<Record<LexiconLanguage, RegExp>> = {
  es: /[ñ¿¡]/u,
  fr: /[œèùëïû]|\p{L}'[éèêaàâiîoôuû]/u,
  pt: /[ãõ]/u,
  tr: /[ışğİ]/u,
}
/** Words with such letters are not of the language: "só" and "tô" are not the English "so" and "to". */
const foreignLetters: Partial<Record<LexiconLanguage, RegExp>> = { en: /[à-ÿ]/u }
const fewestWords = 2
/** What share of the letters must be of a script; less of it for the learner's own, since a draft or notes in English may stand in the prompt. */
const scriptShare = 0.3
const ownScriptShare = 0.15

type Weights = { known: ReadonlySet<string>[]; letters: RegExp | undefined; foreign: RegExp | undefined }

function weightsOf(language: LexiconLanguage): Weights {
  return {
    known: [functionWordsOf(language), tellingWordsOf(language)],
    letters: ownLetters[language],
    foreign: foreignLetters[language],
  }
}

type Word = { folded: string; typed: string }

const isOf = ({ known, letters, foreign }: Weights, { folded, typed }: Word): boolean =>
  !foreign?.test(typed) && (known.some((list) => list.has(folded)) || (letters?.test(typed) ?? false))

/** How many words speak for `one` and not for `other`. */
function speakFor(words: readonly Word[], one: LexiconLanguage, other: LexiconLanguage) {
  const [mine, theirs] = [weightsOf(one), weightsOf(other)]
  return words.filter((word) => isOf(mine, word) && !isOf(theirs, word)).length
}

function wordsOf(text: string): Word[] {
  return text.split(/\s+/).flatMap((typed) =>
    flattenText(foldText(typed))
      .split(/[\s,¶?]+/)
      .filter((folded) => folded !== '')
      .map((folded) => ({ folded, typed: typed.toLowerCase() })),
  )
}

function languageOfScript(text: string, letters: number, preferred: LexiconLanguage): LexiconLanguage | undefined {
  return scripts.find(([language, letter]) => {
    const share = (text.match(letter)?.length ?? 0) / letters
    return share > (language === preferred ? ownScriptShare : scriptShare)
  })?.[0]
}

/**
 * The language a prompt is written in: by script, else by words that one language has and another has not. The expected
 * language stays when nothing speaks clearly for another one: two such words (one for the learner's own), and more than twice as many as speak for the expected
 * one. Where two are equally likely, `preferred` (the learner's own) wins.
 */
export function detectLanguage(text: string, expected: LexiconLanguage, preferred = expected): LexiconLanguage {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return expected
  const byScript = languageOfScript(text, letters, preferred)
  if (byScript) return byScript
  const words = wordsOf(text)
  const base = latin.includes(expected) ? expected : 'en'
  const best = latin.reduce(
    (left, right) => (speakFor(words, right, left) > speakFor(words, left, right) ? right : left),
    latin.includes(preferred) ? preferred : base,
  )
  if (base !== expected) return best
  const [forBest, forExpected] = [speakFor(words, best, expected), speakFor(words, expected, best)]
  return forBest >= (best === preferred ? 1 : fewestWords) && forBest > forExpected * 2 ? best : expected
}
