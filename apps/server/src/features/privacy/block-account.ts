import { defaultLanguage } from '@kitewise/rules/language'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob, type JobPayloads } from '../../platform/add-job.ts'
import { beginBlock, endBlock } from '../accounts/end-access.ts'
import { freeSeatsOf } from '../organizations/seats.ts'
import { addToInbox } from '../support/support-requests.ts'
import { deleteCalendarFeed, requestBillingClosing } from './erasure.sql.ts'

/**
 * Ends all sessions and refuses sign-ins. Who can't sign in can't cancel, so a job ends every plan with its period, overdue
 * ones at once. Nothing is deleted. Idempotent.
 */
export async function blockAccount(context: Context, userId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    if (await beginBlock(tx, userId)) await endWhatItHas(tx, context, userId)
  })
  await context.sessionCache.settle()
}

/** Its plans end with their period, its seat and its calendar address at once. */
const endWhatItHas = async (tx: Tx, context: Context, userId: string): Promise<void> => {
  await deleteCalendarFeed(tx, userId)
  await requestBillingClosing(tx, userId)
  await freeSeatsOf(tx, context, userId)
  await addJob(tx, 'close-billing', {}, { key: 'close-billing' })
}

/** Job, after an email change was undone: ends what an account has that was set aside or locked. Support gets a locked one. */
export async function settleEndedAccount(
  context: Context,
  { userId, email, language = defaultLanguage }: JobPayloads['settle-ended-account'],
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await endWhatItHas(tx, context, userId)
    if (email === null) return
    const details =
      'The old mailbox undid an email change, but another account, which somebody has proven to own, has that address now. ' +
      'The account is locked until you know whose it is.'
    const words = { name: null, email, concern: 'Account locked', details }
    await addToInbox(tx, context, { id: userId, kind: 'question', userId, words, language })
  })
}

/** Plans that were ended stay so: nobody is charged again unasked. Idempotent. */
export async function unblockAccount({ db }: Context, userId: string): Promise<void> {
  await inTransaction(db, (tx) => endBlock(tx, userId))
}
