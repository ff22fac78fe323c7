import type { Tx } from '../../database/connect.ts'
import type { MailValues, MarketingTemplate } from '../mail/mail-template.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { holdMarketingReceiver } from './queries.ts'

type MarketingOrder<T extends MarketingTemplate> = {
  userId: string
  template: T
  values: MailValues[T]
  /** Of one key there is one mail for ever. */
  dedupeKey: string
}

/**
 * Has a marketing mail sent once the transaction commits, with the links that stop such mails. When the consent is withdrawn before
 * it leaves, it does not leave.
 * @returns false without consent, or when the key was used before
 */
export const queueMarketingMail = async <T extends MarketingTemplate>(
  tx: Tx,
  { userId, template, values, dedupeKey }: MarketingOrder<T>,
): Promise<boolean> => {
  const receiver = await holdMarketingReceiver(tx, userId)
  if (!receiver) return false
  const { email, language } = receiver
  return queueMail(tx, { to: email, language, userId, template, values, dedupeKey })
}
