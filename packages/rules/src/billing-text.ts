/**
 * How often a plan is billed, in words: "12 weeks", "1 month", "3 months". A plan of weeks is never called a month, since the price
 * would then mislead (decisions, section 6); a year is told in months, days stay days.
 */
export type BillingInterval = { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number }

/** @param locale BCP 47 */
export const billingLabel = (billing: BillingInterval, locale = 'en'): string => {
  const { unit, count } = billingPeriod(billing)
  const words = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  // Intl writes "4 週間"; in a line of Japanese nothing stands between a number and its counter.
  return locale === 'ja' ? words.replaceAll(/\s/gu, '') : words
}

/** The name of a plan: as it was given in English, in other languages how long it is, since nobody has named it there. */
export const planName = (plan: { name: string; billing: BillingInterval }, locale: string): string =>
  locale === 'en' ? plan.name : billingLabel(plan.billing, locale)

/** The same as unit and number, for sentences that say it in their own way. */
export const billingPeriod = ({
  interval,
  interval_count: count,
}: BillingInterval): { unit: 'day' | 'week' | 'month'; count: number } =>
  interval === 'year' ? { unit: 'month', count: count * 12 } : { unit: interval, count }

/**
 * A price as people read it: minor units divided by 100, in the currency, always in the en-US way (product spec, section 9).
 * @param currency ISO 4217 in any case; an unknown code is a RangeError
 */
export const priceText = (minorUnits: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(minorUnits / 100)

/**
 * What a person has to know before a trial begins: when it ends, when the first payment is taken (the same moment), and until when
 * cancelling keeps it free: at least 24 hours before the end (product spec, section 4).
 */
type TrialTerms = {
  /** Unix seconds, all three. */
  trialEndsAt: number
  firstChargeAt: number
  cancelBefore: number
}

const day = 86_400

/** Until when cancelling keeps a trial free, of the end of the trial; Unix seconds. */
export const trialCancelBefore = (trialEndsAt: number): number => trialEndsAt - day

/**
 * @param now Unix seconds at which the trial would begin
 * @returns null where there is no trial: the first payment is then taken at once
 */
export const trialTerms = (trialDays: number, now: number): TrialTerms | null => {
  if (trialDays <= 0) return null
  const trialEndsAt = now + trialDays * day
  return { trialEndsAt, firstChargeAt: trialEndsAt, cancelBefore: trialCancelBefore(trialEndsAt) }
}
