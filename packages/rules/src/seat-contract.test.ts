import { expect, it } from 'vitest'
import { seatAccessUntil } from './seat-contract.ts'

const day = 86_400
const now = 1_800_000_000

it.each([
  ['the period’s end when all is paid', { periodEnd: now + 30 * day, endedAt: null, openDueAt: null }, now + 30 * day],
  [
    '14 days after the due date of an unpaid invoice',
    { periodEnd: now + 300 * day, endedAt: null, openDueAt: now },
    now + 14 * day,
  ],
  ['the period’s end if that comes first', { periodEnd: now + 5 * day, endedAt: null, openDueAt: now }, now + 5 * day],
  ['the end of the contract', { periodEnd: now + 30 * day, endedAt: now - day, openDueAt: null }, now - day],
])('access ends at %s', (_, facts, until) => {
  expect(seatAccessUntil(facts)).toBe(until)
})
