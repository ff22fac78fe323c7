import type { Context } from '../context.ts'
import { listMailboxRows, type MailboxMail } from '../platform/messages/mails.sql.ts'

const mostRead = 100

/** The mails in the outbox for one address, newest first. Run the jobs first. */
export async function mailsTo(context: Context, address: string): Promise<MailboxMail[]> {
  return (await listMailboxRows(context.db, mostRead)).filter(({ to }) => to === address)
}

/** The one-time token from a mail's link. */
export function tokenIn({ text }: { text: string }): string {
  return /\?token=([\w-]+)/.exec(text)?.[1] ?? 'none'
}
