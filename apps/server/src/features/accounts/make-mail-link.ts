import type { Db } from '../../database/connect.ts'
import type { MailTemplate } from '../../platform/messages/mail-texts.ts'
import type { ClaimedMail } from '../../platform/messages/mails.sql.ts'
import { issueEmailChangeToken, issueMailedToken } from './account-mails.ts'

const usualMinutes = 10

/** What the links of mails are good for, where they hold a token, and how long. */
const linkTokens: Partial<
  Record<MailTemplate, { purpose: 'pin-setup' | 'device' | 'email-change' | 'email-undo'; minutes: number }>
> = {
  set_pin_after_restore: { purpose: 'pin-setup', minutes: usualMinutes },
  payment_arrived_no_pin: { purpose: 'pin-setup', minutes: usualMinutes },
  new_device: { purpose: 'device', minutes: usualMinutes },
  email_change_confirm: { purpose: 'email-change', minutes: 60 },
  email_changed: { purpose: 'email-undo', minutes: 7 * 24 * 60 },
}

/**
 * What the link of a mail carries, and for how long it is good. The token is made now: its time begins when the mail leaves, and the
 * queue holds nothing worth stealing. Null when the link would be of no use any more: the mail then need not go.
 */
export const makeLink = async (
  db: Db,
  template: MailTemplate,
  { userId, to, values }: Pick<ClaimedMail, 'userId' | 'to' | 'values'>,
): Promise<{ token: string | null; minutes: number } | null> => {
  const wanted = linkTokens[template]
  if (!wanted) return { token: null, minutes: usualMinutes }
  if (userId === null) throw new Error(`the mail ${template} was ordered for nobody`)
  const { purpose, minutes } = wanted
  const token =
    purpose === 'pin-setup' || purpose === 'device'
      ? await issueMailedToken(db, { userId, email: to, purpose, minutes })
      : await issueEmailChangeToken(db, { changeId: values.changeId ?? '', purpose, minutes })
  return token === null ? null : { token, minutes }
}
