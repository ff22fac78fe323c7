import { flattenText, foldText } from './fold-text.ts'

const longestRun = 14
const flat = (text: string) => flattenText(foldText(text)).replaceAll('¶', '').replace(/\s+/g, ' ').trim()

/** The learner's own spelling of a matched place, or null when it cannot be pointed to in whole words. */
export function findOriginal(original: string, matched: string): string | null {
  const wanted = matched.replaceAll('¶', '').trim()
  if (original.includes(wanted)) return wanted
  const words = original.split(/\s+/)
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + longestRun); to += 1) {
      const run = words.slice(from, to).join(' ')
      if (flat(run).startsWith(wanted)) return run.replace(/^["'“«(]+|["'”».,;:)!?]+$/gu, '')
    }
  return null
}
