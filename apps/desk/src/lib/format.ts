import { moneyText } from '@kitewise/contract/currencies'
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Unix milliseconds as local date and time; a dash for none. */
export function formatMoment(at: number | null): string {
  return at === null ? '–' : moment.format(at)
}

/** Minor units with the currency's sign: 2999 usd is US$29.99. */
export function formatMoney(amount: number, currency: string): string {
  return moneyText(amount, currency, 'en-GB')
}

/** Between 0 and 1 as percent; a dash for none. */
export function formatRate(rate: number | null): string {
  return rate === null ? '–' : rate.toLocaleString('en-GB', { style: 'percent', maximumFractionDigits: 1 })
}

/** A plan's product ID in words. */
export function planName(plan: string): string {
  return plan === '' ? 'Other price' : `${plan.slice(0, 1).toUpperCase()}${plan.slice(1).replaceAll('-', ' ')}`
}
