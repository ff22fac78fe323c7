import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob, type JobPayloads } from '../../platform/add-job.ts'
import { hashNetwork, requestMail } from '../../platform/messages/queue-mail.ts'
import { findCheckoutBySession, findPayerOfSession } from './checkout-queries.ts'
import { syncCheckout } from './sync-checkout.ts'

/** A payment may be confirmed a while after the payer has come back. */
const rounds = 10
const pauseMs = 60_000

/**
 * Orders the mail with the way in for whoever paid for a checkout. The id travels in addresses, so it proves nothing: a job looks it
 * up, and this takes the same time and says the same for every id.
 */
export const orderPayerMail = async ({ db, config }: Context, sessionId: string, networkKey: string): Promise<void> => {
  const requestedFrom = hashNetwork(config.pinHashing.pepper, networkKey)
  await addJob(db, 'mail-payer', { sessionId, requestedFrom, roundsLeft: rounds }, { key: `mail-payer:${sessionId}` })
}

/** Mails the payer of a checkout once it is paid: with a PIN how to sign in, without one the link that sets it. */
export const mailPayer = async (context: Context, order: JobPayloads['mail-payer']): Promise<void> => {
  const { db, clock } = context
  const { sessionId, requestedFrom, roundsLeft } = order
  const before = await findCheckoutBySession(db, sessionId)
  if (!before) return
  if (before.status === 'open' || before.status === 'replaced') await syncCheckout(context, sessionId)
  const status = (await findCheckoutBySession(db, sessionId))?.status
  if (status === 'open' || status === 'replaced') {
    if (roundsLeft === 0) return
    const runAt = new Date(clock().getTime() + pauseMs)
    return addJob(db, 'mail-payer', { ...order, roundsLeft: roundsLeft - 1 }, { key: `mail-payer:${sessionId}`, runAt })
  }
  const payer = await findPayerOfSession(db, sessionId)
  if (!payer) return
  const { userId, email: to, language, hasPin } = payer
  const template = hasPin ? 'payment_arrived' : 'payment_arrived_no_pin'
  await inTransaction(db, (tx) =>
    requestMail(tx, context, { to, userId, language, template, values: {}, requestedFrom }),
  )
}
