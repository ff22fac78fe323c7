import { mayDo, pageSize, refundLimitOf, roles } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { addNote, answerAddress, answerItem, changeItem } from '../../features/support/handle-item.ts'
import { countItems, findItem, type InboxRow, listEntries, listItems } from '../../features/support/inbox.sql.ts'
import { mailInboxDigest, warnOfDeadlines } from '../../features/support/notify-staff.ts'
import { findRefundDue, refundWithdrawal } from '../../features/support/refund-withdrawal.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { acted, type DeskHandlers } from '../access/handler.ts'
import { listInboxStaff, saveDigest } from './inbox-staff.sql.ts'

type InboxEndpoint =
  | 'listInbox'
  | 'readInboxItem'
  | 'changeInboxItem'
  | 'refundWithdrawal'
  | 'addInboxNote'
  | 'answerInboxItem'
  | 'readInboxSettings'
  | 'saveInboxSettings'

/** The roles that see the inbox. */
const inboxRoles = roles.filter((role) => mayDo(role, 'inbox'))
const listStaff = (db: Queryable) => listInboxStaff(db, inboxRoles)

/** Jobs that write to the staff with the inbox. */
export const inboxJobs = {
  warnOfDeadlines: (context: Context) => warnOfDeadlines(context, listStaff),
  mailInboxDigest: (context: Context) => mailInboxDigest(context, listStaff),
}

export const inboxRoutes: DeskHandlers<InboxEndpoint> = {
  listInbox: async ({ db }, { query: { page, sort, direction, kind, state, owner } }) => {
    const filters = { kind: kind ?? null, state: state ?? null, owner: owner ?? null }
    const range = { sort, direction, skip: (page - 1) * pageSize, limit: pageSize }
    const [rows, total] = await Promise.all([listItems(db, filters, range), countItems(db, filters)])
    return ok({ data: { rows: rows.map(presentRow), total } })
  },

  readInboxItem: async ({ db }, { params: { itemId } }) => {
    const item = await findItem(db, itemId)
    if (!item) return refuse('not_found')
    const [entries, members, refundDue] = await Promise.all([
      listEntries(db, itemId),
      listStaff(db),
      findRefundDue(db, itemId),
    ])
    const { userId, name, accountEmail, subscriptionId, ownerId } = item
    const email = answerAddress(item) ?? ''
    const data = {
      ...presentRow(item),
      userId,
      name,
      email,
      accountEmail: accountEmail === email ? null : accountEmail,
      message: item.details ?? item.message ?? '',
      subscriptionId,
      refundDue,
      ownerId,
      doneAt: item.doneAt?.getTime() ?? null,
      entries: entries.map(({ at, ...entry }) => ({ ...entry, at: at.getTime() })),
      staff: members.map((member) => ({ id: member.id, name: member.name })),
    }
    return acted({ data }, { userId })
  },

  changeInboxItem: async (context, { params: { itemId }, body }) => {
    if (body.ownerId && !(await isInboxStaff(context, body.ownerId))) return refuse('not_found')
    return asActed(context, itemId, () => changeItem(context, itemId, body))
  },
  refundWithdrawal: async (context, { params: { itemId }, body: { amount }, staff }) => {
    const [limit, before] = [refundLimitOf(staff.role), await findItem(context.db, itemId)]
    const outcome = await refundWithdrawal(context, { itemId, amount, staffId: staff.staffId, limit })
    const facts = { userId: before?.userId ?? null, was: before?.state ?? null }
    if (!outcome.ok) return { ...outcome, facts }
    const { state, refunded: money } = outcome.value
    if (state === 'begun') return acted({ data: { state } }, { ...facts, becomes: null, money }, 'waiting')
    return acted({ data: { state } }, { ...facts, becomes: 'done', money })
  },
  addInboxNote: (context, { params: { itemId }, body, staff }) =>
    asActed(context, itemId, () => addNote(context, { ...body, itemId, staffId: staff.staffId })),
  answerInboxItem: (context, { params: { itemId }, body, staff }) =>
    asActed(context, itemId, () => answerItem(context, { ...body, itemId, staffId: staff.staffId })),

  readInboxSettings: async ({ db }, { staff }) => {
    const own = (await listStaff(db)).find(({ id }) => id === staff.staffId)
    return ok({ data: { digest: own?.wantsDigest ?? true } })
  },
  saveInboxSettings: async ({ db }, { body, staff }) => {
    await saveDigest(db, staff.staffId, body.digest)
    return ok({ data: { done: true } })
  },
}

const isInboxStaff = async ({ db }: Context, staffId: string): Promise<boolean> =>
  (await listStaff(db)).some(({ id }) => id === staffId)

/** Acts on an item; the audit log gets the person, and the state and the owner before and after. */
const asActed = async ({ db }: Context, itemId: string, act: () => Promise<Result<null>>) => {
  const before = await findItem(db, itemId)
  const outcome = await act()
  const facts = { userId: before?.userId ?? null, was: before && handlingOf(before) }
  if (!outcome.ok) return { ...outcome, facts }
  const after = await findItem(db, itemId)
  return acted({ data: { done: true as const } }, { ...facts, becomes: after && handlingOf(after) })
}

const handlingOf = ({ state, ownerName }: InboxRow): string => `${state}, ${ownerName ?? 'nobody'}`

const presentRow = ({ id, kind, state, concern, rating, language, receivedAt, dueAt, ownerName }: InboxRow) => ({
  id,
  kind,
  state,
  subject: subjectOf({ kind, concern, rating }),
  language,
  receivedAt: receivedAt.getTime(),
  dueAt: dueAt?.getTime() ?? null,
  ownerName,
})

const subjectOf = ({ kind, concern, rating }: Pick<InboxRow, 'kind' | 'concern' | 'rating'>): string => {
  if (concern !== null) return concern
  if (kind === 'withdrawal') return 'Withdrawal'
  return rating === null ? 'Feedback' : `Feedback, ${rating} of 5 stars`
}
