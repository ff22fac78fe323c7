/**
 * When a fragment counts toward a certificate: after a tenth of its reading time has passed. Enough to tell reading, however fast, from
 * pressing a button; too little to hold up anyone who reads. Source: decision 0201.
 */
const share = 0.1

/** @returns whole seconds, rounded up */
export const secondsToCount = (readingSeconds: number): number => Math.ceil(share * readingSeconds)

export type ReadingEvidence = {
  /** What the app says in this report. The app counts only while the page is visible. */
  reportedSeconds: number
  /** When the server heard first of the fragment, and of its completion; null before. */
  openedAtMs: number | null
  completedAtMs: number | null
  nowMs: number
}

/**
 * How many seconds a fragment was before the learner, by the app or by the server's own clock, whichever saw more: a learner who comes back
 * to a fragment starts the app's count anew, and one without a connection opens and completes it at once for the server.
 */
export const secondsRead = ({ reportedSeconds, openedAtMs, completedAtMs, nowMs }: ReadingEvidence): number =>
  Math.max(reportedSeconds, ((completedAtMs ?? nowMs) - (openedAtMs ?? nowMs)) / 1000)
