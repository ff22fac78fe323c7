import { readEmailAddress } from '@kitewise/rules/account'
import { type InboxKind, replyDeadline } from '@kitewise/rules/reply-deadline'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse } from '../../platform/result.ts'
import { deleteOldItems, insertItem, type NewItem } from './inbox.sql.ts'

export const supportRoutes: Handlers<'sendSupportRequest'> = {
  /** Not confirmed by mail: anyone can type anyone's address. */
  sendSupportRequest: async (context, { session, body, language }) => {
    const email = readEmailAddress(body.email)
    if (email === null) return refuse('invalid_email')
    const { requestId: id, topic: kind, name, concern, details } = body
    const words = { name: name === '' ? null : name, email, concern, details }
    await inTransaction(context.db, (tx) =>
      addToInbox(tx, context, { id, kind, userId: session?.userId ?? null, words, language }),
    )
    return ok({ data: { sent: true } })
  },
}

/** Adds an item with its deadline. A repeat with the same ID changes nothing. */
export async function addToInbox(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  item: Omit<NewItem, 'receivedAt' | 'dueAt'> & { kind: InboxKind },
): Promise<void> {
  const receivedAt = clock()
  await insertItem(tx, { ...item, receivedAt, dueAt: replyDeadline(item.kind, receivedAt) })
}

const doneDays = 730

/** Job: settled items are kept for two years. */
export async function purgeInbox({ db, clock }: Context): Promise<void> {
  await deleteOldItems(db, doneDays, clock())
}
