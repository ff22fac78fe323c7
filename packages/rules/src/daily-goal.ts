import type { DailyMinutes } from '@kitewise/contract/onboarding-entities'

/** What the person said they can give: the most of several answers, five minutes when they did not say. */
export const chosenMinutes = (minutes: readonly DailyMinutes[]): DailyMinutes =>
  minutes.toSorted((one, other) => other - one)[0] ?? 5

/**
 * Minutes a day to begin with. What the person said they can give; five minutes, one lesson, when they did not say. A worry
 * about time holds the start smaller: a goal that is met every day keeps people learning.
 */
export const dailyGoal = ({
  minutes,
  minutesAtMost,
}: {
  minutes: readonly DailyMinutes[]
  minutesAtMost: readonly DailyMinutes[]
}): DailyMinutes => {
  const wanted = chosenMinutes(minutes)
  const [cap = wanted] = minutesAtMost.toSorted((one, other) => one - other)
  return cap < wanted ? cap : wanted
}
