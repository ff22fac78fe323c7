import { findEnglishProblems, findStraightQuotes } from '@kitewise/content-tools/find-english-problems'
import type { Area } from './read-areas.ts'

/**
 * Problems of sentences, given by key. The rules are those for lessons: quotes, and in English also spellings and words.
 * @param file for messages
 */
export function checkSentences(file: string, sentences: Iterable<[string, string]>, language = 'en'): string[] {
  return [...sentences].flatMap(([key, text]) =>
    [...findStraightQuotes(text), ...(language === 'en' ? findEnglishProblems(text) : [])].map(
      ({ what, fix }) => `${file}: ${key} ${what}. ${fix}`,
    ),
  )
}

/** The texts of all areas, in all languages. */
export function checkAllSentences(areas: Area[]): string[] {
  return areas
    .flatMap(({ languages }) => [...languages])
    .flatMap(([language, files]) =>
      [...files.values()].flatMap(({ file, texts }) => checkSentences(file, texts, language)),
    )
}
