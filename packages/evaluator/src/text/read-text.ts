import { loadLexicon, type Lexicon } from '../lexicon/load-lexicon.ts'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { flattenText, foldText } from './fold-text.ts'
import { splitWords, stemsOf } from './split-words.ts'

/** A text in the forms that the evaluator works with. */
export type ReadText = {
  language: LexiconLanguage
  lexicon: Lexicon
  folded: string
  flat: string
  words: string[]
  /** Stems of the words that carry the topic: no function words, no words about prompting, no numbers. */
  content: ReadonlySet<string>
}

/** Reads a text in a language: folds, flattens, splits into words and keeps the stems that carry its topic. */
export function readText(text: string, language: LexiconLanguage): ReadText {
  const lexicon = loadLexicon(language)
  const folded = foldText(text)
  const flat = flattenText(folded)
  const words = splitWords(flat, language)
  return { language, lexicon, folded, flat, words, content: new Set(contentStems(words, lexicon)) }
}

export function contentStems(words: readonly string[], lexicon: Lexicon): string[] {
  return words
    .filter(
      (word) =>
        !lexicon.functionWords.has(word) && !lexicon.meta.has(word) && !/^[\d.,:]+$/.test(word) && word.length > 1,
    )
    .flatMap((word) => stemsOf(word, lexicon.language))
}
