import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { withEmptyDatabase } from '../test-support/empty-database.ts'
import type { Db } from './connect.ts'
import { migrate, readMigrations } from './migrate.ts'

const learner = '11111111-1111-4111-8111-111111111111'
const at = '2026-05-10T12:00:00Z'

/** Rows as written by the release before passed prompts. */
const saveAnswer = async (db: Db, practiceId: string, answer: string, isCorrect: boolean, score: string | null) => {
  await db`
    insert into practice_results (user_id, lesson_id, practice_id, answer, is_correct, is_skipped, first_answered_at, answered_at)
    values (${learner}, 'l01', ${practiceId}, ${answer}, ${isCorrect}, false, ${at}, ${at})`
  if (score !== null)
    await db`
      insert into prompt_evaluations (user_id, practice_id, prompt_hash, language, evaluation, evaluated_at)
      values (${learner}, ${practiceId}, ${createHash('sha256').update(answer).digest()}, 'en', ${db.json({ score })}, ${at})`
}

it('keeps the prompts that passed in lessons before they were stored apart', () =>
  withEmptyDatabase(async (db) => {
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0026')
    await migrate(db, before)
    await db`insert into users (id, email, username) values (${learner}, 'ada@example.com', 'Ada')`
    await saveAnswer(db, 'passed', 'Вірш для бабусі, прошу.', true, '4')
    await saveAnswer(db, 'failed', 'poem', false, '2')
    await saveAnswer(db, 'choice', 'b', true, null)
    await migrate(db, all)
    expect(await db`select practice_id as "practiceId", prompt, score, passed_at as "at" from passed_prompts`).toEqual([
      { practiceId: 'passed', prompt: 'Вірш для бабусі, прошу.', score: 4, at: new Date(at) },
    ])
  }))
