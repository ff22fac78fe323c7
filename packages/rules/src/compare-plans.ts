import type { BillingInterval } from './billing-text.ts'

export type PricedPlan = { unit_amount: number; currency: string; recurring: BillingInterval }

const daysOf = { day: 1, week: 7, month: 365 / 12, year: 365 } as const

function daysIn({ interval, interval_count: count }: BillingInterval): number {
  return daysOf[interval] * count
}

/** Minor units, rounded. A month counts as a twelfth of 365 days. */
export function pricePerDay({ unit_amount: amount, recurring }: PricedPlan): number {
  return Math.round(amount / daysIn(recurring))
}

/** How much less a plan costs than the same time bought as `times` shorter plans. `amount` is in minor units. */
export type Saving<Plan> = { amount: number; times: number; against: Plan }

/** Compares with the longest shorter plan that fits into this one a whole number of times. Null if nothing is saved. */
export function savingOf<Plan extends PricedPlan>(plan: Plan, plans: readonly Plan[]): Saving<Plan> | null {
  const timesOf = (other: Plan): number => daysIn(plan.recurring) / daysIn(other.recurring)
  const [against] = plans
    .filter((other) => other.currency === plan.currency && timesOf(other) > 1 && Number.isInteger(timesOf(other)))
    .toSorted((one, other) => timesOf(one) - timesOf(other))
  if (!against) return null
  const amount = against.unit_amount * timesOf(against) - plan.unit_amount
  return amount > 0 ? { amount, times: timesOf(against), against } : null
}

/** The plan with the lowest price per day, if it also saves something. */
export function bestSaving<Plan extends PricedPlan>(
  plans: readonly Plan[],
): { plan: Plan; saving: Saving<Plan> } | null {
  const [plan] = plans.toSorted((one, other) => pricePerDay(one) - pricePerDay(other))
  const saving = plan ? savingOf(plan, plans) : null
  return plan && saving ? { plan, saving } : null
}

/** Four weeks and a month look alike; the offer says why both exist. Null unless the weeks cost less per day. */
export function lookAlikes<Plan extends PricedPlan>(plans: readonly Plan[]): { weeks: Plan; month: Plan } | null {
  const find = (interval: 'week' | 'month', count: number) =>
    plans.find(({ recurring }) => recurring.interval === interval && recurring.interval_count === count)
  const [weeks, month] = [find('week', 4), find('month', 1)]
  return weeks && month && pricePerDay(weeks) < pricePerDay(month) ? { weeks, month } : null
}
