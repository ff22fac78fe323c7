/**
 * Splits a Markdown file into its `key: value` front matter and its body.
 * @throws {Error} without front matter
 */
export function readFrontMatter(text: string): { fields: Record<string, string>; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)
  if (!match) throw new Error('The file does not begin with front matter between two lines of ---.')
  const [, head = '', body = ''] = match
  const lines = head.split('\n').map((line) => /^(\w+): *(.*)$/.exec(line))
  return { fields: Object.fromEntries(lines.map((line) => [line?.[1] ?? '', line?.[2] ?? ''])), body }
}
