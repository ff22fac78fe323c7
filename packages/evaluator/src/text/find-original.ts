import { flattenText, foldText } from './fold-text.ts'

const longestRun = 14
const flat = (text: string) => flattenText(foldText(text)).replaceAll('¶', '').replace(/\s+/g, ' ').trim()

/**
 * Gives a function that finds the learner's own spelling of a matched place, or null when it cannot be pointed to in whole words.
 */
export function createOriginalFinder(original: string): (matched: string) => string | null {
  const words = original.split(/\s+/)
  let flatWords: string[] | undefined
  return (matched) => {
    const wanted = matched.replaceAll('¶', '').trim()
    if (original.includes(wanted)) return wanted
    flatWords ??= words.map(flat)
    for (const [from, first] of flatWords.entries()) {
      if (first === '' || !(wanted.startsWith(first.replace(/,$/, '')) || first.startsWith(wanted))) continue
      for (let to = from + 1; to <= Math.min(words.length, from + longestRun); to += 1) {
        const run = words.slice(from, to).join(' ')
        if (flat(run).startsWith(wanted)) return run.replace(/^["'“«(]+|["'”».,;:)!?]+$/gu, '')
      }
    }
    return null
  }
}
