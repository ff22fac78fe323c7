import { dueWarning, warningDays } from '@kitewise/rules/reply-deadline'
import { priceText } from '@kitewise/rules/billing-text'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { cancelSubscription, endAtOnce } from './change-subscription.ts'
import {
  type DisputeNotice,
  listDisputesOf,
  lockDisputesToTell,
  markDisputeTold,
  saveDisputeAccess,
} from './disputes.sql.ts'
import { takeReturnedRefunds } from './payments.sql.ts'
import type { RefundAccess } from './refunds.sql.ts'

/** Settles access after a dispute. The decision is stored when it has its effect, so a failed one can be repeated. */
export async function decideDisputeAccess(
  context: Context,
  { userId, disputeId, access }: { userId: string; disputeId: string; access: RefundAccess },
): Promise<Result<null>> {
  const dispute = (await listDisputesOf(context.db, userId)).find(({ id }) => id === disputeId)
  if (!dispute) return refuse('not_found')
  const place = { userId, subscriptionId: dispute.subscriptionId }
  if (access === 'now') await endAtOnce(context, place)
  if (access === 'period_end') await cancelSubscription(context, place)
  await saveDisputeAccess(context.db, disputeId, access)
  await context.sessionCache.settle()
  return ok(null)
}

/** Staff belong to the desk, above the features. */
type ListAddresses = (db: Queryable) => Promise<string[]>

/** Job: mails staff about a new dispute, and again two days before its deadline and on its day. Each goes out once. */
export async function warnOfDisputes(context: Context, listAddresses: ListAddresses): Promise<void> {
  const now = context.clock()
  await inTransaction(context.db, async (tx) => {
    const addresses = await listAddresses(tx)
    // What nobody can be told stays to be told.
    if (addresses.length === 0) return
    const disputes = await lockDisputesToTell(tx, new Date(now.getTime() + warningDays * 86_400_000))
    for (const dispute of disputes) {
      const warning = dispute.dueAt && dueWarning(dispute.dueAt, now)
      if (dispute.isTold && (warning === null || (warning === 'early' && dispute.isWarned))) continue
      await markDisputeTold(tx, dispute.id, { warning, now })
      for (const to of addresses)
        await queueMail(tx, { to, language: 'en', template: 'staff_dispute', values: valuesOf(dispute) })
    }
  })
}

/** Job: mails staff once about each refund that came back, because the learner still waits for the money. */
export async function tellOfReturnedRefunds(context: Context, listAddresses: ListAddresses): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const addresses = await listAddresses(tx)
    if (addresses.length === 0) return
    const returned = await takeReturnedRefunds(tx)
    for (const { userId, amount, currency } of returned) {
      const values = { amount: priceText(amount, currency), path: `/desk/people/${userId}` }
      for (const to of addresses) await queueMail(tx, { to, language: 'en', template: 'staff_refund_returned', values })
    }
  })
}

const valuesOf = ({ userId, amount, currency, reason, dueAt }: DisputeNotice) => ({
  amount: priceText(amount, currency),
  reason: reason.replaceAll('_', ' '),
  due: dueAt ? `${dueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'no deadline known',
  path: `/desk/people/${userId}`,
})
