import type { Concept } from '../concepts.ts'
import { matchesAny } from '../text/find-matches.ts'
import type { ReadText } from '../text/read-text.ts'

const requests: Concept[] = [
  'ask_to_write',
  'ask_for_ideas',
  'ask_to_explain',
  'ask_to_compare',
  'ask_to_rewrite',
  'ask_to_summarise',
  'ask_to_translate',
  'ask_to_check',
  'ask_a_question',
]

/** Whether a text asks an assistant for anything. */
export function hasRequest(text: ReadText): boolean {
  return requests.some((concept) => matchesAny(text, text.lexicon.concepts[concept].cues))
}
