/**
 * How often a plan is billed, in words: "12 weeks", "1 month", "3 months". A plan of weeks is never called a month, since the price
 * would then mislead (decisions, section 6); a year is told in months, days stay days.
 */
export type BillingInterval = { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number }

export const billingLabel = (billing: BillingInterval): string => {
  const { unit, count } = billingPeriod(billing)
  return inWords(count, unit)
}

/** The same as unit and number, for screens that say it in another language. */
export const billingPeriod = ({
  interval,
  interval_count: count,
}: BillingInterval): { unit: 'day' | 'week' | 'month'; count: number } =>
  interval === 'year' ? { unit: 'month', count: count * 12 } : { unit: interval, count }

const inWords = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
