import { expect, it } from 'vitest'
import { isSettled, seatAccessUntil, usableSeats } from './seat-contract.ts'

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

it.each([
  ['once it is paid', { hasPaid: true, openDueAt: null }, true],
  ['not while an invoice is open', { hasPaid: true, openDueAt: now }, false],
  ['not if its only invoice was voided', { hasPaid: false, openDueAt: null }, false],
])('a contract is settled %s', (_, payment, expected) => {
  expect(isSettled(payment)).toBe(expected)
})

it.each([
  ['all of a paid contract', { seats: 50, isSettled: true, paidSeats: 0, creditSeats: 0 }, 50],
  ['none before the first payment', { seats: 50, isSettled: false, paidSeats: 0, creditSeats: 0 }, 0],
  ['those that may be used unpaid', { seats: 50, isSettled: false, paidSeats: 0, creditSeats: 20 }, 20],
  ['no more than there are', { seats: 3, isSettled: false, paidSeats: 0, creditSeats: 20 }, 3],
  ['the paid ones while more are unpaid', { seats: 50, isSettled: false, paidSeats: 5, creditSeats: 0 }, 5],
  ['all of a renewal that is not paid yet', { seats: 5, isSettled: false, paidSeats: 5, creditSeats: 0 }, 5],
])('gives access with %s', (_, contract, seats) => {
  expect(usableSeats(contract)).toBe(seats)
})
