/** A tenth separates even fast reading from clicking through (docs/product.md R79; docs/decisions/0145). */
const share = 0.1

/** @returns whole seconds, rounded up */
export function secondsToCount(readingSeconds: number): number {
  return Math.ceil(share * readingSeconds)
}

export type ReadingEvidence = {
  /** Counted by the app while the page is visible. */
  reportedSeconds: number
  /** When the server first heard of the fragment, and of its completion. */
  openedAtMs: number | null
  completedAtMs: number | null
  nowMs: number
}

/** The larger of two counts: a return to the fragment restarts the app's, and offline work shrinks the server's. */
export function secondsRead({ reportedSeconds, openedAtMs, completedAtMs, nowMs }: ReadingEvidence): number {
  return Math.max(reportedSeconds, ((completedAtMs ?? nowMs) - (openedAtMs ?? nowMs)) / 1000)
}
