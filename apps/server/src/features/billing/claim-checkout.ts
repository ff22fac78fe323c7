import type { CheckoutStatus } from '@kitewise/contract/billing-entities'
import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob, type JobPayloads } from '../../platform/add-job.ts'
import { hashNetwork, requestMail } from '../../platform/messages/queue-mail.ts'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  findCheckoutByNonce,
  findCheckoutBySession,
  findPayerOfSession,
  holdPayerOfCheckout,
  listCheckoutsOf,
  takePinToken,
} from './checkouts.sql.ts'
import { hashNonce } from './open-checkout.ts'
import { syncCheckout } from './sync-with-provider.ts'

const tokenMinutes = 60

type Claim = Answer<'claimCheckout'>['data']

/**
 * If the payment created the account, the first call gets the token that sets the PIN. For an existing account the answer equals
 * later calls for a new one, which reveals nothing: the learner signs in through their mailbox.
 */
export async function claimCheckout(
  context: Context,
  { sessionId, nonce }: { sessionId: string; nonce: string },
): Promise<Result<Claim>> {
  const { db } = context
  const hash = hashNonce(nonce)
  const before = await findCheckoutByNonce(db, sessionId, hash)
  if (!before) return refuse('checkout_not_found')
  if (before.status === 'open' || before.status === 'replaced') await syncCheckout(context, sessionId)
  const checkout = await findCheckoutByNonce(db, sessionId, hash)
  if (checkout?.status !== 'paid')
    return ok({ status: checkout?.status === 'failed' ? 'failed' : 'open', email: null, pinSetupToken: null })
  return ok(await inTransaction(db, (tx) => claimPaid(tx, checkout.id, context.clock())))
}

const claimPaid = async (tx: Tx, checkoutId: string, now: Date): Promise<Claim> => {
  const paid = await holdPayerOfCheckout(tx, checkoutId)
  if (!paid) return { status: 'failed', email: null, pinSetupToken: null }
  const { userId, email, needsPin } = paid
  const mayHaveToken = needsPin && (await takePinToken(tx, checkoutId, now))
  const pinSetupToken = mayHaveToken
    ? await issueToken(tx, { purpose: 'pin-setup', userId, minutes: tokenMinutes })
    : null
  return { status: 'paid', email, pinSetupToken }
}

/** Access itself comes from the stored subscription. `sessionId` null: the last paid checkout, else the last started one. */
export async function findOwnCheckout(
  context: Context,
  userId: string,
  sessionId: string | null,
): Promise<CheckoutStatus | null> {
  const find = async () => {
    const own = await listCheckoutsOf(context.db, userId)
    return sessionId === null ? own[0] : own.find((checkout) => checkout.sessionId === sessionId)
  }
  const before = await find()
  if (!before?.sessionId) return null
  if (before.status === 'open' || before.status === 'replaced') await syncCheckout(context, before.sessionId)
  const status = (await find())?.status ?? null
  return status === 'replaced' ? 'open' : status
}

/** A payment may be confirmed some time after the payer returns, so the job polls. */
const rounds = 10
const pauseMs = 60_000

/** The session id appears in URLs and proves nothing: a job looks it up, so time and answer are the same for every id. */
export async function orderPayerMail({ db, config }: Context, sessionId: string, networkKey: string): Promise<void> {
  const requestedFrom = hashNetwork(config.pinHashing.pepper, networkKey)
  await addJob(db, 'mail-payer', { sessionId, requestedFrom, roundsLeft: rounds }, { key: `mail-payer:${sessionId}` })
}

/** Job: mails the payer how to sign in or, without a PIN yet, the link that sets it. */
export async function mailPayer(context: Context, order: JobPayloads['mail-payer']): Promise<void> {
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
