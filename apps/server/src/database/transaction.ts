import type { Db, Tx } from './connect.ts'

/**
 * Runs `work` in one transaction (read committed) and gives back what it gives.
 * Commits when `work` resolves; rolls everything back and rethrows when it throws. Every query inside must use `tx`.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  // An object around the result: the driver would await each item of a bare array.
  const { result } = await db.begin(async (tx) => ({ result: await work(tx) }))
  return result
}
