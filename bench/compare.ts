import type { Figures } from './shapes.ts'

type Measure = (seconds: number) => Promise<Figures>

/** Short enough that some round finds the machine quiet, long enough for fifty connections to open. */
export const roundSeconds = 1

/**
 * Alternates short rounds of ours and the reference, after a warm-up round each. The best round of each side counts,
 * because other load only slows rounds down.
 */
export async function compare(ours: Measure, reference: Measure, rounds: number) {
  await reference(roundSeconds)
  await ours(roundSeconds)
  const figures: { ours: Figures[]; reference: Figures[] } = { ours: [], reference: [] }
  for (let round = 0; round < rounds; round += 1) {
    figures.reference.push(await reference(roundSeconds))
    figures.ours.push(await ours(roundSeconds))
  }
  return { ours: best(figures.ours), reference: best(figures.reference) }
}

const best = (all: Figures[]): Figures => all.reduce((a, b) => (a.perSecond >= b.perSecond ? a : b))

/** Prints a line with the ratio. Returns whether it meets the target; without one, it always does. */
export function report(
  name: string,
  { ours, reference }: { ours: Figures; reference: Figures },
  target: number | null,
): boolean {
  const ratio = ours.perSecond / reference.perSecond
  const isMet = target === null || ratio >= target
  const verdict = target === null ? '' : `, target ${target} ${isMet ? 'met' : 'MISSED'}`
  console.log(`${name.padEnd(32)} ${show(ours)} | ${show(reference)} | ratio ${ratio.toFixed(2)}${verdict}`)
  return isMet
}

const show = ({ perSecond, p99Ms }: Figures): string =>
  `${perSecond.toFixed(0).padStart(6)}/s p99 ${p99Ms.toFixed(0).padStart(3)} ms`
