import { createHmac } from 'node:crypto'
import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { addJob } from '../add-job.ts'
import { type MailTemplate, type MailValues, stopSubjectOf } from './mail-texts.ts'
import { countRequestedMails, insertMail, lockRequests, type RequestedMails } from './mails.sql.ts'

export type MailOrder<T extends MailTemplate> = {
  to: string
  language: string
  template: T
  values: MailValues[T]
  userId?: string
  /** Of one key there is one mail for ever. */
  dedupeKey?: string
  /** Whose network asked for it; set by `requestMail` alone. */
  requestedFrom?: string
}

/**
 * Has a mail sent once the transaction commits; the mail is made and delivered by a job. Mails that can be stopped go to many at once: those
 * of accounts overtake them.
 * @returns false when nothing new is sent: the key was used before
 * @throws when `to` is not a plain address
 */
export const queueMail = async <T extends MailTemplate>(tx: Tx, order: MailOrder<T>): Promise<boolean> => {
  const to = readEmailAddress(order.to)
  if (to === null) throw new Error('a mail was ordered for something that is no address')
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
  const canWait = stopSubjectOf(order.template) !== null
  await addJob(tx, 'deliver-mail', { mailId }, { key: `deliver-mail:${mailId}`, canWait })
  return true
}

export type MailRequest<T extends MailTemplate> = MailOrder<T> & {
  /** Whose network asked, as `hashNetwork` gives it. */
  requestedFrom: string
}

/** Figures of the security rules: more is a nuisance to its receiver. */
const addressLimits = { hour: 3, day: 10 }
const userLimitPerHour = 3
/** The same again within a minute is a double click. */
const usualPauseSeconds = 60
const pauseSeconds: Partial<Record<MailTemplate, number>> = { new_device: 15 * 60 }

/**
 * Has a mail sent that anybody can order by typing an address, within the caps for address, user, network and everybody together. Our
 * own mails go by `queueMail` and are never held back: a stranger must not be able to silence "your payment failed".
 * @returns false when nothing is sent; whoever asked is not told
 */
export const requestMail = async <T extends MailTemplate>(
  tx: Tx,
  { config, log }: Pick<Context, 'config' | 'log'>,
  request: MailRequest<T>,
): Promise<boolean> => {
  const to = readEmailAddress(request.to)
  if (to === null) throw new Error('a mail was asked for to something that is no address')
  const { template, requestedFrom } = request
  const userId = request.userId ?? null
  await lockRequests(tx, [to, requestedFrom, ...(userId === null ? [] : [userId])])
  const seconds = pauseSeconds[template] ?? usualPauseSeconds
  const recent = await countRequestedMails(tx, { to, userId, requestedFrom, template, seconds })
  const cap = findCap(recent, config.limits)
  if (cap === null) return queueMail(tx, request)
  log.warn({ template, cap }, 'a mail that was asked for is not sent: there were enough')
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

/**
 * By which the mails are counted that a network has asked for; the network itself is not kept with them.
 * @param networkKey as `networkOf` gives it
 */
export const hashNetwork = (pepper: string, networkKey: string): string =>
  createHmac('sha256', pepper).update(`mails:${networkKey}`).digest('base64url')
