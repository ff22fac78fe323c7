import { measureUnits } from '../text/measure-units.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const fewestUnits = 4

/** Too short to be scored: fewer than four units, or less than a third of what a usable prompt takes. */
export function gateShort({ prompt, rubric }: GateInput): GateHit | null {
  const units = measureUnits(prompt.folded, prompt.language)
  if (units >= Math.max(fewestUnits, (rubric.minUnits ?? 0) / 3)) return null
  return { gate: 'short', evidence: `${units.toFixed(1)} units` }
}
