import { expect, it } from 'vitest'
import { dailyGoal } from './daily-goal.ts'

it.each([
  ['what the person can give', { minutes: [15], minutesAtMost: [] }, 15],
  ['five minutes when they did not say', { minutes: [], minutesAtMost: [] }, 5],
  ['five minutes when they did not say but worry', { minutes: [], minutesAtMost: [10] }, 5],
  ['less when they worry about time', { minutes: [20], minutesAtMost: [10] }, 10],
  ['no more than they said when the worry allows more', { minutes: [5], minutesAtMost: [10] }, 5],
  ['the smallest of several limits', { minutes: [20], minutesAtMost: [15, 5, 10] }, 5],
  ['the most of several answers', { minutes: [5, 15, 10], minutesAtMost: [] }, 15],
] as const)('the daily goal is %s', (_, answers, goal) => {
  expect(dailyGoal(answers)).toBe(goal)
})
