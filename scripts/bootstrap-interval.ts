const samples = 1_000
const [lowShare, highShare] = [0.025, 0.975]

/** A small deterministic generator (mulberry32), so that the report says the same twice. Gives numbers from 0 to below 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = Math.trunc(state + 0x6d2b79f5)
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The 95 % bootstrap interval of a measure: [low, high]. */
export function bootstrapInterval<Item>(
  items: readonly Item[],
  measure: (sample: readonly Item[]) => number,
): [number, number] {
  const random = createRandom(1)
  const pick = () => items[Math.floor(random() * items.length)]
  const values = Array.from({ length: samples }, () =>
    measure(items.map(() => pick()).filter((item) => item !== undefined)),
  )
  const sorted = values.sort((left, right) => left - right)
  const at = (share: number) => sorted[Math.floor(share * (samples - 1))] ?? 0
  return [at(lowShare), at(highShare)]
}
