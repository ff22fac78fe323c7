import { describe, expect, it } from 'vitest'
import { bestStanding, pastDueSeconds, serverGraceSeconds, standingOf } from './subscription-access.ts'

const end = 1_800_000_000

describe('access by subscription', () => {
  it.each([
    ['active', end - 1, 0, 'granted'],
    ['active', end, 0, 'expired'],
    ['trialing', end - 1, 0, 'granted'],
    ['trialing', end, 0, 'expired'],
    ['active', end + serverGraceSeconds - 1, serverGraceSeconds, 'granted'],
    ['active', end + serverGraceSeconds, serverGraceSeconds, 'expired'],
    ['past_due', end + pastDueSeconds - 1, 0, 'granted'],
    ['past_due', end + pastDueSeconds, 0, 'expired'],
    ['canceled', end - 1, 0, 'inactive'],
    ['unpaid', end - 1, serverGraceSeconds, 'inactive'],
    ['incomplete', end - 1, 0, 'inactive'],
    ['ACTIVE', end - 1, 0, 'inactive'],
  ])('with status %s at %i and %i s of grace is %s', (status, now, grace, standing) => {
    expect(standingOf({ status, currentPeriodEnd: end }, now, grace)).toBe(standing)
  })

  it('counts the three days of past_due from the failed renewal when it is known', () => {
    const facts = { status: 'past_due', currentPeriodEnd: end, pastDueSince: end - 10 * 86_400 }
    expect(standingOf(facts, end - 8 * 86_400)).toBe('granted')
    expect(standingOf(facts, end - 7 * 86_400)).toBe('expired')
  })
})

describe('best access', () => {
  const active = { status: 'active', currentPeriodEnd: end }
  const ended = { status: 'active', currentPeriodEnd: end - 10 }
  const canceled = { status: 'canceled', currentPeriodEnd: end }

  it('is granted when any subscription grants it', () => {
    expect(bestStanding([canceled, ended, active], end - 5)).toBe('granted')
  })
  it('is expired rather than inactive when one has ended', () => {
    expect(bestStanding([canceled, ended], end - 5)).toBe('expired')
  })
  it('allows the grace after the end that the caller gives', () => {
    expect([pastDueSeconds, serverGraceSeconds]).toEqual([3 * 86_400, 3_600])
    expect(standingOf(active, end)).toBe('expired')
    expect(bestStanding([active], end)).toBe('expired')
    expect(bestStanding([active], end, 1)).toBe('granted')
  })
  it('is inactive without a subscription', () => {
    expect(bestStanding([], end)).toBe('inactive')
  })
})
