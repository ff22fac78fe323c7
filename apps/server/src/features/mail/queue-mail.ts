import { readEmailAddress } from '@kitewise/rules/account'
import type { Tx } from '../../database/connect.ts'
import { addJob } from '../../platform/add-job.ts'
import { type MailTemplate, type MailValues, stopSubjectOf } from './mail-template.ts'
import { insertMail } from './queries.ts'

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
