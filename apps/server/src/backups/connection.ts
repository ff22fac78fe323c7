import type { ClientBase } from 'pg'
import { createPool, type DatabaseAddress, makeQueryable, type Queryable, runQuery } from '../database/connect.ts'

/** Rows as text must be the same on every server, whatever its settings; limits of the role don't apply to long reads. */
export const steadyOutput = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`

/** Lends a connection of its own and closes it afterwards, because an interrupted COPY leaves it unusable. */
export async function borrowConnection<T>(
  address: DatabaseAddress,
  work: (client: ClientBase, db: Queryable) => Promise<T>,
): Promise<T> {
  const pool = createPool(address, { poolSize: 1, limits: 'none', name: 'kitewise-backup' })
  try {
    const client = await pool.connect()
    try {
      return await work(
        client,
        makeQueryable((statement) => runQuery(client, statement)),
      )
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
