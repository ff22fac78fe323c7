import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findOpenChange, insertChange, lockForChange, settleChanges, type Change } from './change-queries.ts'

/** As long as providers are sure to remember an idempotency key. */
const keyGoodMs = 24 * 3_600_000

/**
 * Stores a wish before the provider is asked. The same wish without an answer yet keeps its key; another wish takes its place, so that
 * a key never brings back the answer to a question of before.
 */
export const beginChange = (context: Context, wanted: Omit<Change, 'id'>): Promise<Change> =>
  inTransaction(context.db, async (tx) => {
    const now = context.clock()
    await lockForChange(tx, wanted.subscriptionId)
    const open = await findOpenChange(tx, wanted, new Date(now.getTime() - keyGoodMs))
    if (open !== null) return { ...wanted, id: open }
    await settleChanges(tx, wanted.subscriptionId, now)
    const change = { ...wanted, id: context.newId() }
    await insertChange(tx, change, now)
    return change
  })
