import { findEnglishProblems } from '@kitewise/content-tools/find-english-problems'
import type { Area } from './read-areas.ts'

/**
 * Problems of English sentences, given by key. The rules are those for lessons: quotes, spellings, words.
 * @param file for messages
 */
export function checkSentences(file: string, sentences: Iterable<[string, string]>): string[] {
  return [...sentences].flatMap(([key, text]) =>
    findEnglishProblems(text).map(({ what, fix }) => `${file}: ${key} ${what}. ${fix}`),
  )
}

/** The English texts of all areas. */
export function checkEnglish(areas: Area[]): string[] {
  return areas
    .flatMap(({ languages }) => [...(languages.get('en')?.values() ?? [])])
    .flatMap(({ file, texts }) => checkSentences(file, texts))
}
