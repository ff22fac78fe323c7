import { foldText } from '../text/fold-text.ts'
import { lexiconFile } from './load-lexicon.ts'
import type { LexiconLanguage } from './lexicon-languages.ts'

const shortest = 5
/** A word that stands alone in a pattern: not beside brackets or a letter that may be left out. */
const wordInPattern = /(?<![\p{L}\])?])\p{L}{3,}\*?(?![\p{L}[(?'])/gu

export type Vocabulary = { words: ReadonlySet<string>; stems: readonly string[] }

const known = new Map<LexiconLanguage, Vocabulary>()

function readVocabulary(language: LexiconLanguage): Vocabulary {
  const file = lexiconFile(language)
  const patterns = Object.values(file.concepts).flatMap(({ cues, weak = [] }) => [...cues, ...weak])
  const found = patterns.flatMap((pattern) =>
    pattern.startsWith('/') ? [] : (foldText(pattern).match(wordInPattern) ?? []),
  )
  const plain = foldText([file.functionWords, file.meta, file.telling ?? '', file.numbers].join(' ')).split(' ')
  const stems = found.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
  return {
    words: new Set([...found.filter((word) => !word.endsWith('*')), ...plain]),
    stems: [...new Set(stems)].filter((stem) => stem.length >= shortest),
  }
}

/** The words of a language's cues, and the beginnings of words ("summar*"), five letters or more. */
export function vocabularyOf(language: LexiconLanguage): Vocabulary {
  const kept = known.get(language) ?? readVocabulary(language)
  known.set(language, kept)
  return kept
}
