import { hasRequest } from './has-request.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const fewestFunctionWords = 0.07
const fewestDifferent = 0.55
const enoughWords = 10

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
  const marks = prompt.folded.match(/[.,:;!?+\n|"-]/g)?.length ?? 0
  if (little < fewestFunctionWords * 2 && fromTask > 0.5 && marks <= words.length / 8)
    return {
      gate: 'keywords',
      evidence: `${Math.round(little * 100)} % little words, ${Math.round(fromTask * 100)} % from the task`,
    }
  return null
}
