import { hasRequest } from './has-request.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const fewestFunctionWords = 0.07
const fewestDifferent = 0.55
const enoughWords = 10
/** Notes are kept apart with these. A list of single words between them is still a list of key words. */
const marks = /[.,:;!?+\n|"/=·•-]/g
const listMark = /[,;\n|/=·•]/
const enoughItems = 10
const wordsInItem = 1.3

/** Ten or more items of hardly more than one word each. */
function isWordList(folded: string): boolean {
  const items = folded.split(listMark).filter((item) => /\p{L}/u.test(item))
  const words = folded.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return items.length >= enoughItems && words / items.length < wordsInItem
}

/** A list of the task's words instead of a request: hardly any little words, no limit with a number, or the same words again and again. */
export function gateKeywords({ prompt, task, rubric }: GateInput): GateHit | null {
  const { words, lexicon } = prompt
  if (rubric.answerKind === 'image' || words.length < 6) return null
  const different = new Set(words).size / words.length
  if (words.length >= enoughWords && prompt.language !== 'ja' && different < fewestDifferent && !hasRequest(prompt))
    return { gate: 'keywords', evidence: `${Math.round(different * 100)} % different words` }
  if (prompt.language === 'ja') return null
  const little = words.filter((word) => lexicon.functionWords.has(word)).length / words.length
  const fromTask = words.filter((word) => task.words.includes(word)).length / words.length
  if (fromTask > 0.5 && isWordList(prompt.folded)) return { gate: 'keywords', evidence: 'a list of single words' }
  const markCount = prompt.folded.match(marks)?.length ?? 0
  if (little < fewestFunctionWords * 2 && fromTask > 0.5 && markCount <= words.length / 8)
    return {
      gate: 'keywords',
      evidence: `${Math.round(little * 100)} % little words, ${Math.round(fromTask * 100)} % from the task`,
    }
  return null
}
