import { countLetters, countWords, plainText } from './words-in.ts'

/**
 * How fast a text is read. Words are counted in languages that put spaces between them, letters in Japanese and Korean. English is the
 * curriculum's figure for a learner at B1–B2; the sources of the others are in decision 0201.
 */
const perMinute: Readonly<Record<string, { words: number } | { letters: number }>> = {
  en: { words: 165 },
  ua: { words: 180 },
  es: { words: 215 },
  fr: { words: 195 },
  tr: { words: 165 },
  pt: { words: 180 },
  ja: { letters: 350 },
  ko: { letters: 500 },
}
const perMinuteElsewhere = { words: 200 }

/**
 * How many seconds it takes to read a text of a lesson.
 *
 * @param markdown without its practices; marks, addresses of links and blocks of code are not counted
 */
export function readingSeconds(markdown: string, language: string): number {
  const text = plainText(markdown)
  const speed = perMinute[language] ?? perMinuteElsewhere
  return 'letters' in speed ? (60 * countLetters(text)) / speed.letters : (60 * countWords(text)) / speed.words
}
