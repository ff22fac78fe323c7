import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { listRefundsDue } from '../billing/payments.sql.ts'
import { findItem, type InboxItem, type InboxState, insertEntry, updateItem } from './inbox.sql.ts'

/** Where an answer goes: the typed address, or the account's. Null when neither exists anymore. */
export function answerAddress({ email, accountEmail }: Pick<InboxItem, 'email' | 'accountEmail'>): string | null {
  return email ?? accountEmail
}

/** A withdrawal that is done tells the learner that the money was sent, so it has to be (docs/product.md R102). */
const waitsForRefund = async (tx: Tx, item: InboxItem, state: InboxState | undefined): Promise<boolean> => {
  const { kind, userId, subscriptionId } = item
  if (state !== 'done' || kind !== 'withdrawal' || userId === null || subscriptionId === null) return false
  return (await listRefundsDue(tx, { userId, subscriptionId })).length > 0
}

/** Undefined fields stay. `withdrawal_not_refunded`: refund its payments first. */
export function changeItem(
  context: Context,
  itemId: string,
  change: { state?: InboxState | undefined; ownerId?: string | null | undefined },
): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    const item = await findItem(tx, itemId)
    if (item && (await waitsForRefund(tx, item, change.state))) return refuse('withdrawal_not_refunded')
    const isKnown = await updateItem(tx, itemId, { ...change, now: context.clock() })
    return isKnown ? ok(null) : refuse('not_found')
  })
}

type Entry = { entryId: string; itemId: string; staffId: string; text: string }

export function addNote(context: Context, { entryId, itemId, staffId, text }: Entry): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    if (!(await findItem(tx, itemId))) return refuse('not_found')
    await insertEntry(tx, { id: entryId, itemId, staffId, kind: 'note', text, now: context.clock() })
    return ok(null)
  })
}

type Answer = Entry & { template: 'support_answer' | 'support_apology' | 'support_money'; state: InboxState }

/** Stores the answer, queues its mail and sets the state, all or nothing. A repeat with the same ID changes nothing. */
export function answerItem(context: Context, answer: Answer): Promise<Result<null>> {
  const { entryId, itemId, staffId, text, template, state } = answer
  return inTransaction(context.db, async (tx) => {
    const item = await findItem(tx, itemId)
    const to = item ? answerAddress(item) : null
    if (!item || to === null) return refuse('not_found')
    if (await waitsForRefund(tx, item, state)) return refuse('withdrawal_not_refunded')
    if (await hasBounced(tx, context, to)) return refuse('address_bounces')
    const now = context.clock()
    if (!(await insertEntry(tx, { id: entryId, itemId, staffId, kind: 'reply', text, now }))) return ok(null)
    await queueMail(tx, {
      to,
      language: item.language,
      ...(item.userId === null ? {} : { userId: item.userId }),
      template,
      values: { answer: text },
    })
    await updateItem(tx, itemId, { state, ...(item.ownerId === null ? { ownerId: staffId } : {}), now })
    return ok(null)
  })
}
