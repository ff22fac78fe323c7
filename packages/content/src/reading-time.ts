/**
 * Reading speeds: words per minute, or letters in Japanese and Korean (docs/decisions/0145). English is our figure for
 * B1-B2; other speeds are rounded from the IReST study (Trauzettel-Klosinski and Dietz, 2012), Ukrainian uses its
 * Russian figure, Korean is our estimate.
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
 * Excludes markup, link addresses and code blocks.
 * @param markdown without its practices
 */
export function readingSeconds(markdown: string, language: string): number {
  const text = plainText(markdown)
  const speed = perMinute[language] ?? perMinuteElsewhere
  return 'letters' in speed ? (60 * countLetters(text)) / speed.letters : (60 * countWords(text)) / speed.words
}

/** The text without markup, link addresses and practice placeholders; list items and headings end with a full stop. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[(?:PRACTICE|PICTURE|FACT)_\d+\]/g, '')
    .replace(/^---$/gm, '')
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

/** Letters and digits, the measure for Japanese and Korean. */
export function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Each list item, table row and paragraph ends a sentence. */
export function listSentences(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*\S)|(?<=[.!?…。！？])["”’»)]*\s+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
}
