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
