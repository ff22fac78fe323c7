import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'
import { notePepper, readPepperStanding } from './pin-pepper.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('knows the pepper that the first server noted, and every other one as another', async () => {
  const { db } = database
  expect(await readPepperStanding(db, 'first')).toBe('unknown')
  expect(await notePepper(db, 'first')).toBe('same')
  expect(await notePepper(db, 'second')).toBe('other')
  expect(await readPepperStanding(db, 'first')).toBe('same')
  await db`drop table pin_pepper_print`
  expect(await readPepperStanding(db, 'first')).toBe('unknown')
})
