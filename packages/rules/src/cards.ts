/** A fragment is shown card by card; a thematic break (`---`) separates them. Empty cards don't count. */
export function splitCards(content: string): string[] {
  return content
    .split(/^---$/m)
    .map((card) => card.trim())
    .filter((card) => card !== '')
}
