import { connect, type Db } from '../database/connect.ts'
import { createTestDatabase } from './test-database.ts'

/** Runs a test's body on a database that has no tables yet. */
export async function withEmptyDatabase(body: (db: Db) => Promise<void>): Promise<void> {
  const database = await createTestDatabase('empty')
  const db = connect(database.address, { poolSize: 2, limits: 'none' })
  try {
    await body(db)
  } finally {
    await db.end()
    await database.drop()
  }
}
