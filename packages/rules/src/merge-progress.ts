/**
 * How reports about one fragment become one record. Reports may come twice, late, in any order and from two tabs, so
 * progress only moves forward: opened is the earliest opening, completed the earliest completing and never undone, the
 * time is the longest reported. Nobody learns longer than the clock ran: the time is cut to the seconds between opening
 * and completing, plus a minute. Source: decisions §4 "Progress only moves forward", security T20 and T46; decision 0032.
 */
export type FragmentRecord = {
  openedAtMs: number
  completedAtMs: number | null
  timeSpentSeconds: number
}

export type FragmentReport = { completed: boolean; timeSpentSeconds: number }

/** What a report may exceed the server's clock by: opening is reported in the background and may arrive late. */
const graceSeconds = 60

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** Joins two records of the same fragment: commutative, associative, and nothing happens when both are the same. */
export const mergeProgress = (a: FragmentRecord, b: FragmentRecord): FragmentRecord => ({
  openedAtMs: Math.min(a.openedAtMs, b.openedAtMs),
  completedAtMs: earliest(a.completedAtMs, b.completedAtMs),
  timeSpentSeconds: Math.max(a.timeSpentSeconds, b.timeSpentSeconds),
})

/**
 * The record after a report.
 *
 * @param stored what is known so far, null for the first report
 * @param nowMs when the report arrived
 */
export const recordReport = (stored: FragmentRecord | null, report: FragmentReport, nowMs: number): FragmentRecord => {
  const openedAtMs = Math.min(stored?.openedAtMs ?? nowMs, nowMs)
  const endedAtMs = stored?.completedAtMs ?? nowMs
  const longest = Math.max(0, Math.floor((endedAtMs - openedAtMs) / 1000)) + graceSeconds
  const reported = {
    openedAtMs,
    completedAtMs: report.completed ? nowMs : null,
    timeSpentSeconds: Math.min(Math.max(0, report.timeSpentSeconds), longest),
  }
  return stored ? mergeProgress(stored, reported) : reported
}
