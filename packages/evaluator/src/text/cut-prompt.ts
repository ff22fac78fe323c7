/** Longer prompts are read up to this length, in UTF-16 units. */
const longestPrompt = 2000

/** Cuts a prompt to `longestPrompt` characters, also in compatibility form, where one can become eighteen. */
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
