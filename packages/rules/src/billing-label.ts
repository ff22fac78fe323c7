/**
 * How often a plan is billed, in words: "12 weeks", "1 month", "3 months". A plan of weeks is never called a month, since the price
 * would then mislead (decisions, section 6); a year is told in months, days stay days.
 */
export type BillingInterval = { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number }

export const billingLabel = ({ interval, interval_count: count }: BillingInterval): string => {
  if (interval === 'year') return inWords(count * 12, 'month')
  return inWords(count, interval)
}

const inWords = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
