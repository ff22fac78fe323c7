import { createHmac } from 'node:crypto'
import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob, addJobs } from '../add-job.ts'
import { type MailTemplate, type MailValues, stopSubjectOf } from './mail-texts.ts'
import {
  type ClaimedMail,
  countRequestedMails,
  insertMail,
  insertMails,
  lockRequests,
  type RequestedMails,
} from './mails.sql.ts'
import { findUnaskedCap, isUnasked } from './unasked-mail.ts'
import { saveSender, type Sender } from './unasked-mails.sql.ts'

export type MailOrder<T extends MailTemplate> = {
  to: string
  language: string
  template: T
  values: MailValues[T]
  userId?: string
  /** At most one mail is ever sent with this key. */
  dedupeKey?: string
  /** The requester's hashed network; only set by `requestMail`. */
  requestedFrom?: string
  /** For whom it is sent; needed for mails to addresses whose owners haven't asked for them. */
  sender?: Sender
}

/**
 * Queues a mail. Mails with an unsubscribe link go to many people at once, so account mails overtake them. What goes to an address
 * whose owner hasn't asked for it counts against one budget, whoever sends.
 * @returns false when the deduplication key was used before, or the budget is used up
 */
export async function queueMail<T extends MailTemplate>(tx: Tx, order: MailOrder<T>): Promise<boolean> {
  const to = readEmailAddress(order.to)
  if (to === null) throw new Error('the recipient is not a valid email address')
  const { sender } = order
  if (isUnasked(order.template) && sender === undefined) throw new Error(`the mail ${order.template} needs a sender`)
  if (sender !== undefined && (await findUnaskedCap(tx, to, sender)) !== null) return false
  const mailId = await insertMail(tx, {
    to,
    userId: order.userId ?? null,
    language: order.language,
    template: order.template,
    values: order.values,
    dedupeKey: order.dedupeKey ?? null,
    requestedFrom: order.requestedFrom ?? null,
  })
  if (mailId === null) return false
  if (sender !== undefined) await saveSender(tx, mailId, sender)
  const canWait = stopSubjectOf(order.template) !== null
  await addJob(tx, 'deliver-mail', { mailId }, { key: `deliver-mail:${mailId}`, canWait })
  return true
}

/** Queues a mail again as it was, once for each attempt. Its links are made when it leaves. */
export function resendMail({ db }: Pick<Context, 'db'>, mail: Omit<ClaimedMail, 'id'>, attempt: string): Promise<void> {
  const { to, userId, language, template, values } = mail
  return inTransaction(db, async (tx) => {
    const dedupeKey = `resend:${attempt}`
    const mailId = await insertMail(tx, { to, userId, language, template, values, dedupeKey, requestedFrom: null })
    if (mailId !== null) await addJob(tx, 'deliver-mail', { mailId }, { key: `deliver-mail:${mailId}` })
  })
}

type PlainOrder<T extends MailTemplate> = Omit<MailOrder<T>, 'dedupeKey' | 'requestedFrom' | 'sender'>

/** Queues many mails at once. The caller prevents repetitions: there are no deduplication keys. */
export async function queueMails<T extends MailTemplate>(tx: Tx, orders: readonly PlainOrder<T>[]): Promise<void> {
  if (orders.length === 0) return
  const mails = orders.map(({ userId, language, template, values, ...order }) => {
    if (isUnasked(template)) throw new Error(`the mail ${template} needs a sender, so it is queued alone`)
    const to = readEmailAddress(order.to)
    if (to === null) throw new Error('the recipient is not a valid email address')
    return { to, userId: userId ?? null, language, template, values }
  })
  const ids = await insertMails(tx, mails)
  const jobs = ids.map((mailId) => ({ payload: { mailId }, key: `deliver-mail:${mailId}` }))
  await addJobs(tx, 'deliver-mail', jobs, { canWait: orders.every(({ template }) => stopSubjectOf(template) !== null) })
}

export type MailRequest<T extends MailTemplate> = MailOrder<T> & {
  requestedFrom: string
}

/** Caps against flooding a mailbox (docs/product.md). */
const addressLimits = { hour: 3, day: 10 }
const userLimitPerHour = 3
/** A repeat within a minute is a double click. */
const usualPauseSeconds = 60
const pauseSeconds: Partial<Record<MailTemplate, number>> = { new_device: 15 * 60 }

/**
 * Queues a mail that anyone can trigger by typing an address, within caps; the requester must not learn whether it was sent.
 * Mails that we trigger use `queueMail` without caps: a stranger must not be able to suppress "your payment failed".
 */
export async function requestMail<T extends MailTemplate>(
  tx: Tx,
  { config, log }: Pick<Context, 'config' | 'log'>,
  request: MailRequest<T>,
): Promise<boolean> {
  const to = readEmailAddress(request.to)
  if (to === null) throw new Error('the recipient is not a valid email address')
  const { template, requestedFrom } = request
  const userId = request.userId ?? null
  await lockRequests(tx, [to, requestedFrom, ...(userId === null ? [] : [userId])])
  const seconds = pauseSeconds[template] ?? usualPauseSeconds
  const recent = await countRequestedMails(tx, { to, userId, requestedFrom, template, seconds })
  const cap = findCap(recent, config.limits)
  if (cap === null) return queueMail(tx, request)
  log.warn({ template, cap }, 'requested mail not sent: cap reached')
  return false
}

const findCap = (
  recent: RequestedMails,
  limits: { mailPerHour: number; mailAllPerHour: number },
): 'same' | 'address' | 'user' | 'network' | 'all' | null => {
  if (recent.sameLately > 0) return 'same'
  if (recent.toAddressInHour >= addressLimits.hour || recent.toAddressInDay >= addressLimits.day) return 'address'
  if (recent.forUserInHour >= userLimitPerHour) return 'user'
  if (recent.fromNetworkInHour >= limits.mailPerHour) return 'network'
  return recent.allInHour >= limits.mailAllPerHour ? 'all' : null
}

/** The key under which a network's requested mails are counted; the network itself, from `networkOf`, isn't stored. */
export function hashNetwork(pepper: string, networkKey: string): string {
  return createHmac('sha256', pepper).update(`mails:${networkKey}`).digest('base64url')
}
