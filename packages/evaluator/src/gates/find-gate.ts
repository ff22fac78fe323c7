import { gateCopy } from './gate-copy.ts'
import { gateGibberish } from './gate-gibberish.ts'
import type { GateHit, GateInput } from './gate-input.ts'
import { gateInjection } from './gate-injection.ts'
import { gateKeywords } from './gate-keywords.ts'
import { gateNotAPrompt } from './gate-not-a-prompt.ts'
import { gateOfftopic } from './gate-offtopic.ts'
import { gateShort } from './gate-short.ts'

/** The order matters: what is aimed at the grader is named so even when it is also off topic. */
const gates = [gateShort, gateInjection, gateGibberish, gateCopy, gateKeywords, gateNotAPrompt, gateOfftopic]

/** The first reason not to score a prompt, or null. */
export function findGate(input: GateInput): GateHit | null {
  for (const gate of gates) {
    const hit = gate(input)
    if (hit) return hit
  }
  return null
}
