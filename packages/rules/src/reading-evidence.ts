/** A tenth separates even fast reading from clicking through (docs/product.md R79; docs/decisions/0145). */
const share = 0.1

/** @returns whole seconds, rounded up */
export function secondsToCount(readingSeconds: number): number {
  return Math.ceil(share * readingSeconds)
}

export type ReadingEvidence = {
  /** Counted by the app while the page is visible. */
  reportedSeconds: number
  /** When the learner first opened the fragment, and when they completed it; `nowMs`: when this report was made. */
  openedAtMs: number | null
  completedAtMs: number | null
  nowMs: number
}

/** The larger of two counts: a return to the fragment restarts the app's, and a report made without an opening has only that. */
export function secondsRead({ reportedSeconds, openedAtMs, completedAtMs, nowMs }: ReadingEvidence): number {
  return Math.max(reportedSeconds, ((completedAtMs ?? nowMs) - (openedAtMs ?? nowMs)) / 1000)
}

/** Reading that took some seconds, somewhere between two moments. */
export type ReadingClaim = { fromMs: number; untilMs: number; seconds: number }

/**
 * Whether a person who has read `others` can have read `claim` too: no second is used twice. It doesn't matter in which order the
 * claims are made.
 *
 * @param others can have been read together (this function said so)
 */
export function hasTimeFor(claim: ReadingClaim, others: readonly ReadingClaim[]): boolean {
  const byEnd = [claim, ...others].toSorted((a, b) => a.untilMs - b.untilMs)
  const beginnings = new Set(byEnd.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs <= claim.fromMs))
  return [...beginnings].every((fromMs) => {
    let endMs = fromMs
    return byEnd.every((other) => {
      if (other.fromMs < fromMs) return true
      endMs += other.seconds * 1000
      return other.untilMs < claim.untilMs || endMs <= other.untilMs
    })
  })
}
