import { moneyText } from '@kitewise/contract/currencies'

export type BillingInterval = { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number }

/** "12 weeks", "3 months": weeks stay weeks, a year becomes months (docs/product.md R18). The locale is BCP 47. */
export function billingLabel(billing: BillingInterval, locale = 'en'): string {
  const { unit, count } = billingPeriod(billing)
  const words = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  // Intl writes "4 週間"; Japanese has no space between a number and its counter.
  return locale === 'ja' ? words.replaceAll(/\s/gu, '') : words
}

/** Only English plans have names; other languages use the length (docs/product.md R107). */
export function planName(plan: { name: string; billing: BillingInterval }, locale: string): string {
  return locale === 'en' ? plan.name : billingLabel(plan.billing, locale)
}

export function billingPeriod({ interval, interval_count: count }: BillingInterval): {
  unit: 'day' | 'week' | 'month'
  count: number
} {
  return interval === 'year' ? { unit: 'month', count: count * 12 } : { unit: interval, count }
}

/** Minor units and an ISO 4217 code as en-US text (docs/product.md R17). Throws a RangeError for a malformed code. */
export function priceText(minorUnits: number, currency: string): string {
  return moneyText(minorUnits, currency, 'en-US')
}

/** What the offer must show before a trial starts (docs/product.md R12). */
type TrialTerms = {
  /** All three in Unix seconds. The first charge is due when the trial ends. */
  trialEndsAt: number
  firstChargeAt: number
  cancelBefore: number
  /** When the reminder is mailed; null for a trial too short for one. */
  remindAt: number | null
}

const day = 86_400

/** Two days leave one day to decide before the last day on which canceling is free (docs/product.md R13). */
export const trialReminderSeconds = 2 * day

/** The trial stays free until 24 hours before it ends. Unix seconds. */
export function trialCancelBefore(trialEndsAt: number): number {
  return trialEndsAt - day
}

/** `now` is Unix seconds. Null if there is no trial. */
export function trialTerms(trialDays: number, now: number): TrialTerms | null {
  if (trialDays <= 0) return null
  const trialEndsAt = now + trialDays * day
  const remindAt = trialEndsAt - trialReminderSeconds
  return {
    trialEndsAt,
    firstChargeAt: trialEndsAt,
    cancelBefore: trialCancelBefore(trialEndsAt),
    remindAt: remindAt > now ? remindAt : null,
  }
}

/** When a plan that is paid at `now` renews. A month ends on the same day of the next month, or on its last day. */
export function nextChargeAt({ interval, interval_count: count }: BillingInterval, now: number): number {
  if (interval === 'day' || interval === 'week') return now + count * (interval === 'week' ? 7 : 1) * day
  const from = new Date(now * 1000)
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(from.getUTCMonth() + count * (interval === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved.getTime() / 1000
}
