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
