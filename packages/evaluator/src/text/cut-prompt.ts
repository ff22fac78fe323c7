/** Longer prompts are scored on their first 2,000 characters. */
export const longestPrompt = 2000

/**
 * The beginning of a prompt that is scored: at most `longestPrompt` characters, counted as they are read (NFKC). One sign may
 * stand for eighteen letters there, and the time that reading takes grows faster than a text.
 */
export function cutPrompt(prompt: string): string {
  const head = prompt.slice(0, longestPrompt)
  if (head.normalize('NFKC').length <= longestPrompt) return head
  let length = 0
  let end = 0
  for (const sign of head) {
    length += sign.normalize('NFKC').length
    if (length > longestPrompt) break
    end += sign.length
  }
  return head.slice(0, end)
}
