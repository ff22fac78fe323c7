import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type ContextParts, createContext } from '../create-context.ts'
import { connect } from '../database/connect.ts'
import { reachDatabase } from '../database/reach-database.ts'

/**
 * Runs the app's commands on the database of an installation, also next to a running server. What they queue is done by
 * the servers; this process calls no service itself.
 */
export async function withContext<T>(
  config: Config,
  work: (context: Context) => Promise<T>,
  parts: Pick<ContextParts, 'catalog' | 'log'> = {},
): Promise<T> {
  const reached = await reachDatabase(config.database)
  const db = connect(reached.address, { poolSize: 2, name: 'kitewise-command' })
  try {
    const own: Config = { ...config, quarantine: true, sessionCache: false, logLevel: 'silent' }
    const context = await createContext(own, { ...parts, database: { db, address: reached.address } })
    try {
      return await work(context)
    } finally {
      await context.close()
    }
  } finally {
    await db.end()
    await reached.close()
  }
}
