import type { Context } from '../../context.ts'
import { findRefundedOfCharge } from './payments.sql.ts'
import { syncSubscription } from './sync-with-provider.ts'

/** Banks send a refund back within about a month. Read again every night, because nothing says when that happens. */
const readMs = 35 * 86_400_000

/** Finds refunds, and refunds that came back, whose event was lost. One failure doesn't keep the others from it. */
export async function reconcileRefunds(context: Context): Promise<void> {
  const { db, payments } = context
  const since = Math.floor((context.clock().getTime() - readMs) / 1000)
  const failures: unknown[] = []
  for (const { chargeId, refunded } of await payments.listRefundedSince(since)) {
    const stored = await findRefundedOfCharge(db, chargeId)
    // Erased accounts, and payments made elsewhere with the same account at the provider.
    if (stored === null || stored.refunded === refunded) continue
    const reads = { refundsOf: chargeId }
    await syncSubscription(context, stored.subscriptionId, null, reads).catch(
      (error: unknown) => void failures.push(error),
    )
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be compared`)
}
