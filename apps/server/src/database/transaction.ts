import { type Db, makeQueryable, runQuery, type Tx } from './connect.ts'
import { DatabaseConnectionError } from './errors.ts'

/**
 * Runs `work` in one transaction (read committed); every query inside must use `tx`. A DatabaseConnectionError at the commit
 * leaves the outcome unknown and the caller retries, so writes must be idempotent.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.withConnection(async (client, span) => {
    const send = (text: string) => runQuery(client, { text, values: [], isPrepared: false }, span)
    let isOpen = true
    const queryable = makeQueryable(async (statement) => {
      if (!isOpen) throw new TypeError('A query came after the end of its transaction.')
      return runQuery(client, statement, span)
    })
    await send('begin')
    try {
      const result = await work(Object.assign(queryable, { isTransaction: true as const }))
      isOpen = false
      const { command } = await send('commit')
      // PostgreSQL answers so, without an error, when a query failed and `work` ignored it.
      if (command === 'ROLLBACK') throw new Error('A query failed in the transaction, which was therefore undone.')
      return result
    } catch (error) {
      isOpen = false
      if (!(error instanceof DatabaseConnectionError)) await send('rollback')
      throw error
    }
  })
}

/**
 * The same for statements about many rows at once. They're planned with the real sizes each time: a plan that was prepared while a
 * table was small would read all of it once it's large.
 */
export function inBatch<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await tx.unsafe(`set local plan_cache_mode = 'force_custom_plan'`)
    return work(tx)
  })
}

const stepSize = 5_000

/**
 * Repeats a statement on at most `limit` rows until none are left, so that no step lasts long, however many rows have gathered. If
 * it skips locked rows, several instances share the work.
 * @returns how many rows there were
 */
export async function inSteps(step: (limit: number) => Promise<{ count: number }>): Promise<number> {
  let total = 0
  for (;;) {
    const { count } = await step(stepSize)
    total += count
    if (count < stepSize) return total
  }
}

/** Where a page of rows ends, in the order of a time and an ID. */
export type PageEnd = { at: string; id: string }

/**
 * The same where many rows are looked at and few of them taken: each step looks at the next `limit` rows and returns where they end.
 * @returns how many rows were taken
 */
export async function inPages(
  step: (after: PageEnd, limit: number) => Promise<readonly (PageEnd & { taken: number })[]>,
): Promise<number> {
  let after: PageEnd = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  let total = 0
  for (;;) {
    const [page] = await step(after, stepSize)
    if (!page) return total
    total += page.taken
    after = { at: page.at, id: page.id }
  }
}
