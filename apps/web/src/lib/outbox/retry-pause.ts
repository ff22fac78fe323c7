const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** How long to wait after the n-th failure in a row (from 1): 1 s, 2 s, 4 s … at most a minute. */
export const retryPauseMs = (failures: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, failures - 1))
