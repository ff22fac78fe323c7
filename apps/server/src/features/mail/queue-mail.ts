import { readEmailAddress } from '@kitewise/rules/email-address'
import type { Tx } from '../../database/connect.ts'
import { addJob } from '../../jobs/add-job.ts'
import type { MailTemplate, MailValues } from './mail-template.ts'
import { countRecentMails, insertMail, lockAddress } from './queries.ts'

export type MailOrder<T extends MailTemplate> = {
  to: string
  language: string
  template: T
  values: MailValues[T]
  userId?: string
  /** Of one key there is one mail for ever. */
  dedupeKey?: string
}

/** Mails that anybody can have sent to an address by typing it; the others are our own doing and always go. */
const onRequest: ReadonlySet<MailTemplate> = new Set<MailTemplate>(['set_pin_after_restore', 'sign_in_hint'])

/** Figures of the security rules: the same again within a minute is a double click; more is a nuisance to its receiver. */
const limits = { hour: 3, day: 10 }

/**
 * Has a mail sent once the transaction commits; the mail is made and delivered by a job.
 * @returns false when nothing new is sent: the key was used before, or the address gets enough of such mails
 * @throws when `to` is not a plain address
 */
export const queueMail = async <T extends MailTemplate>(tx: Tx, order: MailOrder<T>): Promise<boolean> => {
  const to = readEmailAddress(order.to)
  if (to === null) throw new Error('a mail was ordered for something that is no address')
  if (onRequest.has(order.template) && !(await mayRequest(tx, to, order.template))) return false
  const mailId = await insertMail(tx, {
    to,
    userId: order.userId ?? null,
    language: order.language,
    template: order.template,
    values: order.values,
    dedupeKey: order.dedupeKey ?? null,
  })
  if (mailId === null) return false
  await addJob(tx, 'deliver-mail', { mailId }, { key: `deliver-mail:${mailId}` })
  return true
}

const mayRequest = async (tx: Tx, to: string, template: MailTemplate): Promise<boolean> => {
  await lockAddress(tx, to)
  const recent = await countRecentMails(tx, to, template, [...onRequest])
  return recent.sameInMinute === 0 && recent.inHour < limits.hour && recent.inDay < limits.day
}
