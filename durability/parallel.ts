import { setTimeout as pause } from 'node:timers/promises'

/** Does `work` for each item, `width` at a time, in the order of the items; gives the results in that order. */
export const inParallel = async <T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const takeItems = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: width }, takeItems))
  return results
}

/** The value that `share` of the values do not exceed; 0 without values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * Asks again and again until something is so; an error counts as "not yet".
 * @param limitMs how long to ask
 * @returns whether it was so in time
 */
export const waitUntil = async (isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> => {
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    try {
      if (await isSo()) return true
    } catch {
      // What is asked may be down at the moment.
    }
    await pause(25)
  }
  return false
}
