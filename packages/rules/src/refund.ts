import type { BillingInterval } from './billing-text.ts'
import { daysBetween } from './calendar-day.ts'

/** A refund needs days of use, and guides or modules (docs/product.md R98, R99; subscription terms, section 8). */
type RefundRule = {
  days: number
  inARow: boolean
  guides: number
  modulesPercent: number
}

const week = { days: 3, inARow: true, guides: 2, modulesPercent: 70 } as const satisfies RefundRule
const fourWeeks = { days: 7, inARow: false, guides: 4, modulesPercent: 80 } as const satisfies RefundRule
const twelveWeeks = { days: 10, inARow: false, guides: 4, modulesPercent: 80 } as const satisfies RefundRule

const requestSeconds = 30 * 86_400
const daysOf = { day: 1, week: 7, month: 28, year: 364 } as const

/** Other plans follow the longest of these three that isn't longer. */
export function refundRule({ interval, interval_count: count }: BillingInterval): RefundRule {
  const days = daysOf[interval] * count
  if (days >= 84) return twelveWeeks
  return days >= 28 ? fourWeeks : week
}

export type Usage = {
  /** YYYY-MM-DD, without duplicates. */
  days: readonly string[]
  guides: number
  /** 0 to 100, rounded down. */
  modulesPercent: number
}

type RefundCount = { have: number; need: number }

type RefundCheck = {
  /** `too_late` after 30 days, whatever the usage. */
  standing: 'qualifies' | 'not_yet' | 'too_late'
  /** Unix seconds. */
  requestUntil: number
  days: RefundCount & { inARow: boolean }
  guides: RefundCount
  modulesPercent: RefundCount
}

/** @param facts `purchasedAt` is the first payment; it and `now` are Unix seconds */
export function checkRefund(facts: {
  billing: BillingInterval
  purchasedAt: number
  now: number
  usage: Usage
}): RefundCheck {
  const { billing, purchasedAt, now, usage } = facts
  const rule = refundRule(billing)
  const days = rule.inARow ? longestRun(usage.days) : usage.days.length
  const isUsed = days >= rule.days && (usage.guides >= rule.guides || usage.modulesPercent >= rule.modulesPercent)
  const requestUntil = purchasedAt + requestSeconds
  return {
    standing: now > requestUntil ? 'too_late' : isUsed ? 'qualifies' : 'not_yet',
    requestUntil,
    days: { have: days, need: rule.days, inARow: rule.inARow },
    guides: { have: usage.guides, need: rule.guides },
    modulesPercent: { have: usage.modulesPercent, need: rule.modulesPercent },
  }
}

const longestRun = (days: readonly string[]): number => {
  let longest = 0
  let run = 0
  let before: string | undefined
  for (const day of days.toSorted()) {
    run = daysBetween(before ?? day, day) === 1 ? run + 1 : 1
    longest = Math.max(longest, run)
    before = day
  }
  return longest
}

/** 15 times 24 hours cover 14 days in every time zone (docs/product.md R102; Directive 2011/83/EU, article 9). */
const wholeDays = 15

/** Unix seconds; `contractAt` is the start of the trial or of the paid period. */
export function withdrawalEnds(contractAt: number): number {
  return contractAt + wholeDays * 86_400
}
