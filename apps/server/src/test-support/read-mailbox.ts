import type { Context } from '../context.ts'
import { listMailbox } from '../platform/messages/deliver-mail.ts'
import type { MailboxMail } from '../platform/messages/mails.sql.ts'

/** The mails in the outbox for one address, newest first. Run the jobs first. */
export const mailsTo = async (context: Context, address: string): Promise<MailboxMail[]> =>
  (await listMailbox(context)).filter(({ to }) => to === address)

/** The one-time token from a mail's link. */
export const tokenIn = ({ text }: { text: string }): string => /\?token=([\w-]+)/.exec(text)?.[1] ?? 'none'
