/**
 * How long a sign-in has to wait after failures. A PIN has 10,000 values, so guessing must become slow at once and stay
 * slow: after the third failure 30 seconds, then 5 minutes, an hour, and a day for each further one. A known device has
 * its own tally, so that strangers cannot lock the owner out; a network address is counted by the hour and by the day.
 * Every attempt is counted as a failure before the PIN is looked at, and taken back when it was right. Waiting alone would still
 * give a stranger a guess a day, so after three failures in 30 days, or twelve in a year, an account's unknown devices need its
 * mailbox.
 */
export type TallyKind = 'account' | 'account_year' | 'device' | 'network_hour' | 'network_day'

/** What is remembered of the failures under one key. Times are Unix seconds of the database's clock. */
export type Tally = { failures: number; firstFailureAt: number; lastFailureAt: number; blockedUntil: number }

type AttemptDecision = { allowed: true; tally: Tally } | { allowed: false; waitSeconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

const growingWaits = [0, 0, 30, 5 * minute, hour]

/** A device token that has failed this often is forgotten; its browser is then an unknown device. */
export const deviceFailureLimit = 10

/** At so many different accounts a network may fail within an hour; after as many within a day its unknown devices need the mailbox. */
export const accountsPerNetwork = 10

/** Guesses that unknown devices have at one account. */
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

/** Counts one more attempt, or says how long to wait. A refused attempt is not counted. */
export const decideAttempt = (kind: TallyKind, before: Tally | null, now: number): AttemptDecision => {
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

/** Whether the guesses under a key are used up, so that a PIN from an unknown device is no longer compared. */
export const isOutOfGuesses = (kind: keyof typeof guessLimits, tally: Tally | null, now: number): boolean =>
  tally !== null && !isForgotten(kind, tally, now) && tally.failures >= guessLimits[kind]

/**
 * Takes back an attempt whose PIN was right. The owner's own device starts afresh; elsewhere only this one attempt is
 * forgiven, else a guesser would get new guesses each time the owner signs in.
 * @param current the tally now, which later attempts may have raised
 * @param taken the number of failures that this attempt made
 */
export const takeBackAttempt = (kind: TallyKind, current: Tally, taken: number): Tally | null => {
  if (kind === 'device' || current.failures <= 1) return null
  const raisedSince = current.failures !== taken
  return {
    ...current,
    failures: current.failures - 1,
    blockedUntil: raisedSince ? current.blockedUntil : current.lastFailureAt,
  }
}

/** Existing accounts at which unknown devices have failed, each counted once, without those where a right PIN followed. */
type FailedAccounts = {
  /** In the last 24 hours. */
  inDay: number
  /** In this hour. */
  inHour: number
  /** In the seven days before this hour. */
  inWeekBefore: number
  activeAccounts: number
}

/** Failures at one in so many accounts a day are normal too. */
export const accountsPerFailure = 1_000
const timesUsual = 5
const hoursOfWeek = 7 * 24

/**
 * Whether the failures use up what is normal, so that the next one would show a few PINs being tried at many accounts. No counter of
 * one account or network sees that.
 * @param limit accounts a day, and an hour, at which people may fail without it being an attack
 */
export const isSpray = ({ inDay, inHour, inWeekBefore, activeAccounts }: FailedAccounts, limit: number): boolean =>
  inDay >= Math.max(limit, activeAccounts / accountsPerFailure) ||
  inHour >= Math.max(limit, (timesUsual * inWeekBefore) / hoursOfWeek)
