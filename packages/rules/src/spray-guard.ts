/** Existing accounts at which unknown devices have failed, each counted once, without those where a right PIN followed. */
export type FailedAccounts = {
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
