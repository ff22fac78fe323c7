import { setTimeout as pause } from 'node:timers/promises'

/** Runs `work` for each item in order, `width` at a time. Returns the results in the same order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
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

/** The value that `share` of the values don't exceed; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Polls until the condition is true; an error counts as false. Returns false after `limitMs`. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    try {
      if (await isSo()) return true
    } catch {
      // The server may be down at the moment.
    }
    await pause(25)
  }
  return false
}
