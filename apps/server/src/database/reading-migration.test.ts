import { expect, it } from 'vitest'
import { withEmptyDatabase } from '../test-support/empty-database.ts'
import { migrate, readMigrations } from './migrate.ts'

const learner = '11111111-1111-4111-8111-111111111111'
const openedAt = new Date('2026-05-10T12:00:00Z')
const completedAt = new Date('2026-05-10T12:00:01Z')

it('counts fragments completed before reading time was measured, but not those that were only opened', () =>
  withEmptyDatabase(async (db) => {
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0019')
    await migrate(db, before)
    await db`insert into users (id, email, username) values (${learner}, 'ada@example.com', 'Ada')`
    for (const [fragmentId, completed] of [
      ['completed', completedAt],
      ['opened', null],
    ] as const)
      await db`
      insert into fragment_progress (user_id, lesson_id, fragment_id, opened_at, completed_at, time_spent_seconds)
      values (${learner}, 'l01', ${fragmentId}, ${openedAt}, ${completed}, 1)`

    await migrate(db, all)
    const rows = await db`select fragment_id as "fragmentId", read_at as "readAt" from fragment_progress order by 1`
    expect(rows).toEqual([
      { fragmentId: 'completed', readAt: completedAt },
      { fragmentId: 'opened', readAt: null },
    ])
  }))
