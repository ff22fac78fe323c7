import type { Figures } from './shapes.ts'

type Measure = (seconds: number) => Promise<Figures>

/** Short, so that one round in several finds the machine quiet; long enough for fifty connections to open. */
export const roundSeconds = 1

/**
 * Loads ours and a reference in turn, in short rounds, after one round each that does not count. The best round of each side
 * is taken, since whatever else the machine does only ever slows a round down.
 */
export const compare = async (ours: Measure, reference: Measure, rounds: number) => {
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

/** Prints a line with the ratio; whether the target is met. Without a target the ratio is only told. */
export const report = (
  name: string,
  { ours, reference }: { ours: Figures; reference: Figures },
  target: number | null,
): boolean => {
  const ratio = ours.perSecond / reference.perSecond
  const isMet = target === null || ratio >= target
  const verdict = target === null ? '' : `, target ${target} ${isMet ? 'met' : 'MISSED'}`
  console.log(`${name.padEnd(32)} ${show(ours)} | ${show(reference)} | ratio ${ratio.toFixed(2)}${verdict}`)
  return isMet
}

const show = ({ perSecond, p99Ms }: Figures): string =>
  `${perSecond.toFixed(0).padStart(6)}/s p99 ${p99Ms.toFixed(0).padStart(3)} ms`
