export type WrongPins = {
  /** In the last 24 hours. */
  inDay: number
  /** In this hour. */
  inHour: number
  /** In the seven days before this hour. */
  inWeekBefore: number
  activeAccounts: number
}

/** One wrong PIN a day for so many accounts means nothing either. */
export const accountsPerSlip = 1_000
const timesUsual = 5
const hoursOfWeek = 7 * 24

/**
 * Whether wrong PINs are so many that somebody is trying a few PINs at many accounts, which no counter of an account or a network
 * sees: more than `slips` a day and than one for a thousand accounts, or more than `slips` in an hour and than five times the usual.
 * @param slips wrong PINs a day or an hour that mean nothing: people mistype
 */
export const isSpray = ({ inDay, inHour, inWeekBefore, activeAccounts }: WrongPins, slips: number): boolean =>
  inDay > Math.max(slips, activeAccounts / accountsPerSlip) ||
  inHour > Math.max(slips, (timesUsual * inWeekBefore) / hoursOfWeek)
