import type { BillingInterval } from './billing-text.ts'

/**
 * Whether somebody may have their money back who has honestly tried the product: asked for within 30 days of the first purchase, after
 * as much use as the plan asks for. Of use there are two sides: days, which the shortest plan wants in a row, and either a number of
 * guides or a share of the modules. A guide is a finished lesson; the modules are the lessons of the course that is furthest along.
 * Source: product spec §9; subscription terms §8.
 */
type RefundRule = {
  days: number
  /** Whether the days have to follow each other. */
  inARow: boolean
  guides: number
  modulesPercent: number
}

const week = { days: 3, inARow: true, guides: 2, modulesPercent: 70 } as const satisfies RefundRule
const fourWeeks = { days: 7, inARow: false, guides: 4, modulesPercent: 80 } as const satisfies RefundRule
const twelveWeeks = { days: 10, inARow: false, guides: 4, modulesPercent: 80 } as const satisfies RefundRule

const requestSeconds = 30 * 86_400
const daysOf = { day: 1, week: 7, month: 28, year: 364 } as const

/** The rule of a plan: the spec's for 1, 4 and 12 weeks; any other plan has that of the longest of them that is not longer. */
export const refundRule = ({ interval, interval_count: count }: BillingInterval): RefundRule => {
  const days = daysOf[interval] * count
  if (days >= 84) return twelveWeeks
  return days >= 28 ? fourWeeks : week
}

export type Usage = {
  /** Days of use as YYYY-MM-DD, each once. */
  days: readonly string[]
  guides: number
  /** 0 to 100, rounded down. */
  modulesPercent: number
}

/** What is asked for and what there is. */
type RefundCount = { have: number; need: number }

type RefundCheck = {
  /** too_late: 30 days are over, whatever the use. */
  standing: 'qualifies' | 'not_yet' | 'too_late'
  /** Unix seconds until which it can be asked for. */
  requestUntil: number
  days: RefundCount & { inARow: boolean }
  guides: RefundCount
  modulesPercent: RefundCount
}

/** @param facts `purchasedAt`: first payment of all; `now`: both Unix seconds */
export const checkRefund = (facts: {
  billing: BillingInterval
  purchasedAt: number
  now: number
  usage: Usage
}): RefundCheck => {
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

const dayMs = 86_400_000

/** The most days that follow each other without a gap. */
const longestRun = (days: readonly string[]): number => {
  const numbers = days.map((day) => Date.parse(`${day}T00:00:00Z`) / dayMs).toSorted((a, b) => a - b)
  let longest = 0
  let run = 0
  for (const [index, day] of numbers.entries()) {
    run = day - 1 === numbers[index - 1] ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

/**
 * Until when a consumer in the European Union may withdraw from a contract: 14 days, the day of the contract not counted and the last
 * one whole. 15 times 24 hours from the contract reach the end of that day in every time zone, a few hours more than the law asks for.
 * Source: product spec §9; Directive 2011/83/EU, article 9.
 */
const wholeDays = 15

/** @param contractAt Unix seconds at which the trial or, without one, the paid time began */
export const withdrawalEnds = (contractAt: number): number => contractAt + wholeDays * 86_400
