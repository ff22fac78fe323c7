import { expect, it } from 'vitest'
import { periodEnd } from './subscriptions.ts'

it.each([
  ['week', 1, '2026-05-10', '2026-05-10', '2026-05-17'],
  ['week', 12, '2026-05-10', '2026-05-10', '2026-08-02'],
  ['day', 3, '2026-05-10', '2026-05-10', '2026-05-13'],
  ['month', 1, '2026-01-31', '2026-01-31', '2026-02-28'],
  ['month', 1, '2026-01-31', '2026-02-28', '2026-03-31'],
  ['month', 1, '2026-12-15', '2026-12-15', '2027-01-15'],
  ['month', 3, '2026-11-30', '2026-11-30', '2027-02-28'],
  ['year', 1, '2028-02-29', '2028-02-29', '2029-02-28'],
] as const)(
  'a period of %s times %i, started on %s, from %s ends on %s',
  (interval, intervalCount, anchor, from, end) => {
    const ends = periodEnd(new Date(anchor), new Date(from), { interval, intervalCount })
    expect(ends.toISOString().slice(0, 10)).toBe(end)
  },
)
