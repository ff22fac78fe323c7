import { segmentsOf } from './prompt-words.ts'

type Run = { from: number; text: string; isNew: boolean }

const tokensOf = (text: string): string[] => segmentsOf(text, undefined).map((segment) => segment.text)

/** The tokens of `next` that a longest common subsequence with `before` leaves out. */
const newTokens = (before: readonly string[], next: readonly string[]): boolean[] => {
  const width = next.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = next.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === next[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const isNew = next.map(() => true)
  let row = 0
  let column = 0
  while (row < before.length && column < next.length) {
    if (before[row] === next[column]) {
      isNew[column] = false
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return isNew
}

const isSpace = (token: string): boolean => token.trim() === ''

/** A suggestion in runs: what the learner wrote, and what is new. */
export function showAdditions(prompt: string, suggestion: string): Run[] {
  const tokens = tokensOf(suggestion)
  const isNew = newTokens(tokensOf(prompt), tokens)
  const runs: Run[] = []
  let from = 0
  for (const [index, text] of tokens.entries()) {
    // A space belongs to the words around it.
    const isAdded = isSpace(text) ? isNew[index - 1] === true && isNew[index + 1] === true : isNew[index] === true
    const last = runs.at(-1)
    if (last?.isNew === isAdded) last.text += text
    else runs.push({ from, text, isNew: isAdded })
    from += text.length
  }
  return runs
}
