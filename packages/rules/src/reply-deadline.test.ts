import { describe, expect, it } from 'vitest'
import { dueWarning, replyDeadline } from './reply-deadline.ts'

describe('the deadline', () => {
  it.each([
    ['withdrawal', '2026-05-10T12:00:00Z', '2026-05-24T12:00:00.000Z'],
    ['refund', '2026-12-25T00:00:00Z', '2027-01-08T00:00:00.000Z'],
    ['privacy', '2026-05-10T12:00:00Z', '2026-06-10T12:00:00.000Z'],
    ['privacy', '2026-12-31T08:00:00Z', '2027-01-31T08:00:00.000Z'],
    ['privacy', '2027-01-31T08:00:00Z', '2027-02-28T08:00:00.000Z'],
    ['privacy', '2028-01-30T08:00:00Z', '2028-02-29T08:00:00.000Z'],
  ] as const)('of a %s of %s is %s', (kind, receivedAt, due) => {
    expect(replyDeadline(kind, new Date(receivedAt))?.toISOString()).toBe(due)
  })

  it.each(['feedback', 'question'] as const)('does not exist for %s', (kind) => {
    expect(replyDeadline(kind, new Date())).toBeNull()
  })
})

it.each([
  ['2026-05-21T11:59:59Z', null],
  ['2026-05-22T12:00:00Z', 'early'],
  ['2026-05-23T11:59:59Z', 'early'],
  ['2026-05-23T12:00:00Z', 'last'],
  ['2026-05-26T12:00:00Z', 'last'],
])('at %s, the warning about 24 May, noon, is %s', (now, warning) => {
  expect(dueWarning(new Date('2026-05-24T12:00:00Z'), new Date(now))).toBe(warning)
})
