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
