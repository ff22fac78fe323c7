import { findMatches, matchesAny } from '../text/find-matches.ts'
import type { GateHit, GateInput } from './gate-input.ts'
import { hasRequest } from './has-request.ts'

const startOfText = 12
const endOfText = 60

/**
 * The learner wrote the mail instead of asking for it: a greeting at the start, a sign-off at the end, no request to an assistant
 * between. A sign-off with a name at the very end is enough without a greeting when nothing is asked for at all.
 */
export function gateNotAPrompt({ prompt, rubric }: GateInput): GateHit | null {
  if (rubric.answerKind === 'image') return null
  const { lexicon, flat } = prompt
  const { cues, weak } = lexicon.concepts.ask_to_write
  const greeting = findMatches(prompt, lexicon.greetings).find((match) => match.start <= startOfText)
  const signOff = findMatches(prompt, lexicon.signOffs).find((match) => match.end >= flat.length - endOfText)
  const body = flat.slice(greeting?.end ?? 0)
  const asksAssistant = matchesAny({ ...prompt, flat: body, folded: body }, cues.slice(0, 2))
  if (greeting && signOff && !asksAssistant)
    return { gate: 'not_a_prompt', evidence: `${greeting.text} … ${signOff.text}` }
  const [signature] = findMatches(prompt, lexicon.signatures)
  if (!signature || matchesAny(prompt, [...cues, ...weak]) || (!greeting && hasRequest(prompt))) return null
  return { gate: 'not_a_prompt', evidence: `… ${signature.text}` }
}
