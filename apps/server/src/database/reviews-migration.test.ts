import { expect, it } from 'vitest'
import { withEmptyDatabase } from '../test-support/empty-database.ts'
import type { Db } from './connect.ts'
import { migrate, readMigrations } from './migrate.ts'

const learner = '11111111-1111-4111-8111-111111111111'
const at = '2026-05-10T12:00:00Z'

/** Rows as written by the release before the daily practice. */
const saveAnswers = async (db: Db): Promise<void> => {
  await db`insert into users (id, email, username) values (${learner}, 'ada@example.com', 'Ada')`
  for (const [practiceId, answer, isCorrect, isSkipped] of [
    ['right', 'a', true, false],
    ['wrong', 'b', false, false],
    ['skipped', 'SKIPPED', false, true],
  ] as const)
    await db`
      insert into practice_results (user_id, lesson_id, practice_id, answer, is_correct, is_skipped, first_answered_at, answered_at)
      values (${learner}, 'l01', ${practiceId}, ${answer}, ${isCorrect}, ${isSkipped}, ${at}, ${at})`
}

it('keeps answers from before the daily practice unchanged and marks none of them as the first', () =>
  withEmptyDatabase(async (db) => {
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0014')
    expect((await migrate(db, before)).applied).toHaveLength(before.length)
    await saveAnswers(db)

    expect((await migrate(db, all)).applied).toEqual(all.slice(before.length).map(({ name }) => name))
    const rows = await db`
    select practice_id as "practiceId", answer, is_correct as "isCorrect", is_skipped as "isSkipped",
      is_first_correct as "isFirstCorrect", first_answered_at as "firstAt"
    from practice_results order by practice_id`
    const firstAt = new Date(at)
    expect(rows).toEqual([
      { practiceId: 'right', answer: 'a', isCorrect: true, isSkipped: false, isFirstCorrect: null, firstAt },
      { practiceId: 'skipped', answer: 'SKIPPED', isCorrect: false, isSkipped: true, isFirstCorrect: null, firstAt },
      { practiceId: 'wrong', answer: 'b', isCorrect: false, isSkipped: false, isFirstCorrect: null, firstAt },
    ])
  }))
