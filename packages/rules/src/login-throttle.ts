/**
 * Slows down guessing of PINs, which have only 10,000 values (docs/product.md R24, R25; docs/decisions/0021).
 * Every attempt is counted as a failure before the PIN is compared, and refunded if the PIN was correct.
 */
export type TallyKind = 'account' | 'account_year' | 'device' | 'network_hour' | 'network_day'

/** Failures under one key. Times are Unix seconds of the database clock. */
export type Tally = { failures: number; firstFailureAt: number; lastFailureAt: number; blockedUntil: number }

type AttemptDecision = { allowed: true; tally: Tally } | { allowed: false; waitSeconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

const growingWaits = [0, 0, 30, 5 * minute, hour]

/** After this many failures, a device token is dropped and the browser becomes an unknown device. */
export const deviceFailureLimit = 10

/** After failures at this many accounts in a day, unknown devices of a network need a mailed link. */
export const accountsPerNetwork = 10

/** Guesses per account from unknown devices, before they need a mailed link. */
const guessLimits = { account: 3, account_year: 12 }

const networkLimits = {
  network_hour: { failures: 20, seconds: hour },
  network_day: { failures: 60, seconds: day },
}

const isForgotten = (kind: TallyKind, tally: Tally, now: number): boolean => {
  if (kind === 'account' || kind === 'device') return now - tally.lastFailureAt >= 30 * day
  if (kind === 'account_year') return now - tally.firstFailureAt >= year
  return now - tally.firstFailureAt >= networkLimits[kind].seconds
}

const blockedUntil = (kind: TallyKind, failures: number, firstFailureAt: number, now: number): number => {
  if (kind === 'account' || kind === 'device') return now + (growingWaits[failures - 1] ?? day)
  if (kind === 'account_year') return now
  const { failures: allowed, seconds } = networkLimits[kind]
  return failures >= allowed ? firstFailureAt + seconds : now
}

/** Counts one more attempt or returns the wait. A refused attempt isn't counted. */
export function decideAttempt(kind: TallyKind, before: Tally | null, now: number): AttemptDecision {
  const known = before && !isForgotten(kind, before, now) ? before : null
  if (known && known.blockedUntil > now) return { allowed: false, waitSeconds: Math.ceil(known.blockedUntil - now) }
  const failures = (known?.failures ?? 0) + 1
  const firstFailureAt = known?.firstFailureAt ?? now
  return {
    allowed: true,
    tally: {
      failures,
      firstFailureAt,
      lastFailureAt: now,
      blockedUntil: blockedUntil(kind, failures, firstFailureAt, now),
    },
  }
}

/** If true, a PIN from an unknown device is no longer compared. */
export function isOutOfGuesses(kind: keyof typeof guessLimits, tally: Tally | null, now: number): boolean {
  return tally !== null && !isForgotten(kind, tally, now) && tally.failures >= guessLimits[kind]
}

/**
 * Refunds an attempt with a correct PIN. `taken` is the failure count it made; later attempts may have raised
 * `current`. Only a known device starts over; otherwise each sign-in by the owner would give a guesser new guesses.
 */
export function refundTally(kind: TallyKind, current: Tally, taken: number): Tally | null {
  if (kind === 'device' || current.failures <= 1) return null
  const raisedSince = current.failures !== taken
  return {
    ...current,
    failures: current.failures - 1,
    blockedUntil: raisedSince ? current.blockedUntil : current.lastFailureAt,
  }
}

/** Accounts with failures from unknown devices and no correct PIN afterward, each counted once. */
type FailedAccounts = {
  inDay: number
  /** Since the full hour. */
  inHour: number
  /** The seven days before this hour. */
  inWeekBefore: number
  activeAccounts: number
}

/** One failing account per this many active ones is normal in a day. */
export const accountsPerFailure = 1_000
const timesUsual = 5
const hoursOfWeek = 7 * 24

/**
 * Password spraying: a few PINs tried at many accounts, which no single counter sees (docs/decisions/0105).
 * `limit` is the number of accounts per day, and per hour, that may fail without suspicion.
 */
export function isSpray({ inDay, inHour, inWeekBefore, activeAccounts }: FailedAccounts, limit: number): boolean {
  return (
    inDay >= Math.max(limit, activeAccounts / accountsPerFailure) ||
    inHour >= Math.max(limit, (timesUsual * inWeekBefore) / hoursOfWeek)
  )
}
