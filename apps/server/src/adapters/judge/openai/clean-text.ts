/** Makes a model's sentence safe to show and short: no markup, no links, no control characters, cut at a number of characters. */
export function cleanText(text: string, longest: number): string {
  const plain = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?[a-z!][^>]*(>|$)/gi, ' ')
    .replace(/\b(?:https?:\/\/|www\.)\S+/gi, ' ')
    .replace(/\b(?:javascript|data|vbscript):\S*/gi, ' ')
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return Array.from(plain).slice(0, longest).join('').trim()
}
