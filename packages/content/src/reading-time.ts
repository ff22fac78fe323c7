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

/** Counting words and sentences of Markdown as a reader meets them. */

/** The text without marks of Markdown, addresses of links and practice places; list items and headings end in a full stop. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[PRACTICE_\d+\]/g, '')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|?[\s:|-]+\|[\s:|-]*$/gm, '')
    .replace(/^\s*(?:[-*+>#]+|\d+\.)\s+/gm, '')
    .replace(/\\$/gm, '')
    .replace(/[*_`|]/g, ' ')
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Characters that are letters or digits: how Japanese and Korean texts are measured. */
export function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Sentences of a text; every line of a list or table and every paragraph ends one. */
export function listSentences(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*\S)|(?<=[.!?…。！？])["”’»)]*\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
}
