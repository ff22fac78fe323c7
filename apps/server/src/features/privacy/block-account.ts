import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { beginBlock, endBlock } from '../accounts/end-access.ts'
import { freeSeatsOf } from '../organizations/seats.ts'
import { deleteCalendarFeed, requestBillingClosing } from './erasure.sql.ts'

/**
 * Ends all sessions and refuses sign-ins. Who can't sign in can't cancel, so a job ends every plan with its period, overdue
 * ones at once. Nothing is deleted. Idempotent.
 */
export async function blockAccount(context: Context, userId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    if (!(await beginBlock(tx, userId))) return
    await deleteCalendarFeed(tx, userId)
    await requestBillingClosing(tx, userId)
    await freeSeatsOf(tx, context, userId)
    await addJob(tx, 'close-billing', {}, { key: 'close-billing' })
  })
  await context.sessionCache.settle()
}

/** Plans that were ended stay so: nobody is charged again unasked. Idempotent. */
export async function unblockAccount({ db }: Context, userId: string): Promise<void> {
  await inTransaction(db, (tx) => endBlock(tx, userId))
}
