import type { Context } from '../../context.ts'
import { findMailboxRow, listMailboxRows, type MailboxMail } from './queries.ts'

export type { MailboxMail }

const mostShown = 100

/** The newest mails that the outbox has kept. */
export const listMailbox = ({ db }: Context): Promise<MailboxMail[]> => listMailboxRows(db, mostShown)

export const findMailboxMail = ({ db }: Context, messageId: string): Promise<MailboxMail | null> =>
  findMailboxRow(db, messageId)
