import { expect, it } from 'vitest'
import { invitationBudget } from './invitation-budget.ts'

const sender = { isKnown: false, sentToday: 0, sentLately: 0, reportedLately: 0 }

it.each([
  ['an unknown sender has twenty a day', {}, 20],
  ['those of the day count', { sentToday: 18, sentLately: 18 }, 2],
  ['and never become fewer than none', { sentToday: 25, sentLately: 25 }, 0],
  ['a known sender has two thousand', { isKnown: true }, 2_000],
  ['two reports say nothing', { sentLately: 5, reportedLately: 2 }, 20],
  ['three of sixty are as many as there may be', { sentLately: 60, reportedLately: 3 }, 20],
  ['three of fewer stop a sender', { sentLately: 59, reportedLately: 3 }, 0],
  ['also a known one', { isKnown: true, sentLately: 1_000, reportedLately: 51 }, 0],
])('%s', (_, facts, budget) => {
  expect(invitationBudget({ ...sender, ...facts })).toBe(budget)
})
