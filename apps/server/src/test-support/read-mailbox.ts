import type { Context } from '../context.ts'
import { listMailbox } from '../platform/messages/deliver-mail.ts'
import type { MailboxMail } from '../platform/messages/mails.sql.ts'

/** The mails in the outbox to one address, newest first. Run the jobs before. */
export const mailsTo = async (context: Context, address: string): Promise<MailboxMail[]> =>
  (await listMailbox(context)).filter(({ to }) => to === address)

/** The one-time token in the link of a mail. */
export const tokenIn = ({ text }: { text: string }): string => /\?token=([\w-]+)/.exec(text)?.[1] ?? 'none'
