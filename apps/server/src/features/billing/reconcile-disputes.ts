import type { Context } from '../../context.ts'
import { findDisputesReadUntil, isDisputeStored, listRunningDisputes, saveDisputesReadUntil } from './disputes.sql.ts'
import { findSubscriptionOfCharge } from './payments.sql.ts'
import { syncSubscription } from './sync-with-provider.ts'

/** Banks take a payment back up to about four months later. */
const firstReadingMs = 120 * 86_400_000
/** Read again every night, because a payment may be stored after its dispute was opened. */
const overlapMs = 3 * 86_400_000

/** Reads again what may still change, then finds disputes whose first event was lost. One failure doesn't keep the others from it. */
export async function reconcileDisputes(context: Context): Promise<void> {
  const { db } = context
  const failures: unknown[] = []
  const running = [...(await listRunningDisputes(db, true)), ...(await listRunningDisputes(db, false))]
  for (const id of new Set(running.map(({ subscriptionId }) => subscriptionId)))
    await syncSubscription(context, id, null, 'payments').catch((error: unknown) => void failures.push(error))
  await findLostDisputes(context).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} disputes could not be compared`)
}

/** Lists the disputes opened since the last time, and reads the payments only of those that aren't stored. */
const findLostDisputes = async (context: Context): Promise<void> => {
  const { db, payments } = context
  const now = context.clock()
  const readUntil = await findDisputesReadUntil(db, payments.provider)
  const since = readUntil ? readUntil.getTime() - overlapMs : now.getTime() - firstReadingMs
  const opened = await payments.listDisputesSince(Math.floor(since / 1000))
  const failures: unknown[] = []
  for (const { id, chargeId } of opened) {
    if (await isDisputeStored(db, id)) continue
    const subscriptionId = await findSubscriptionOfCharge(db, chargeId)
    // Erased accounts, and payments made elsewhere with the same account at the provider.
    if (subscriptionId === null) continue
    const reads = { disputesOf: chargeId }
    await syncSubscription(context, subscriptionId, null, reads).catch((error: unknown) => void failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} new disputes could not be read`)
  await saveDisputesReadUntil(db, payments.provider, now)
}
