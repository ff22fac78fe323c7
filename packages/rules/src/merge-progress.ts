/**
 * Reports may arrive twice, late, out of order or from two tabs. The earliest opening and completion and the longest
 * time win (docs/product.md R52; docs/decisions/0008).
 */
export type FragmentRecord = {
  openedAtMs: number
  completedAtMs: number | null
  timeSpentSeconds: number
}

export type FragmentReport = { completed: boolean; timeSpentSeconds: number }

/** Reports may exceed the server's clock by this much, because the opening is reported in the background. */
const graceSeconds = 60

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** Commutative, associative and idempotent. */
export function mergeProgress(a: FragmentRecord, b: FragmentRecord): FragmentRecord {
  return {
    openedAtMs: Math.min(a.openedAtMs, b.openedAtMs),
    completedAtMs: earliest(a.completedAtMs, b.completedAtMs),
    timeSpentSeconds: Math.max(a.timeSpentSeconds, b.timeSpentSeconds),
  }
}

/** Time is capped at the seconds between opening and completion, plus the grace. */
export function recordReport(stored: FragmentRecord | null, report: FragmentReport, nowMs: number): FragmentRecord {
  const openedAtMs = Math.min(stored?.openedAtMs ?? nowMs, nowMs)
  const endedAtMs = stored?.completedAtMs ?? nowMs
  const longest = Math.floor((endedAtMs - openedAtMs) / 1000) + graceSeconds
  const reported = {
    openedAtMs,
    completedAtMs: report.completed ? nowMs : null,
    timeSpentSeconds: Math.min(Math.max(0, report.timeSpentSeconds), longest),
  }
  return stored ? mergeProgress(stored, reported) : reported
}
