import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, done, reason } from './desk-endpoint.ts'
import { tablePage, tableQuery } from './table.ts'
import { typedLine } from '../typed/typed-text.ts'
import * as textLimits from '../typed/text-limits.ts'

export const inboxKinds = ['feedback', 'question', 'refund', 'privacy', 'withdrawal'] as const
export const inboxStates = ['new', 'in_progress', 'waiting', 'done'] as const
/** The mails that answer an item; the text of staff is in the middle. */
export const answerTemplates = ['support_answer', 'support_apology', 'support_money'] as const

const kind = z.enum(inboxKinds)
const state = z.enum(inboxStates)
const params = z.object({ itemId: z.uuid() })
const text = typedLine(textLimits.deskAnswer)

const inboxRow = z.object({
  id: z.uuid(),
  kind,
  state,
  /** What it is about, in the sender's words; for feedback the stars. */
  subject: z.string(),
  language: z.string(),
  receivedAt: z.number(),
  /** Unix milliseconds of the legal deadline; null without one. */
  dueAt: z.number().nullable(),
  ownerName: z.string().nullable(),
})

const inboxEntry = z.object({
  id: z.uuid(),
  kind: z.enum(['note', 'reply']),
  staffName: z.string(),
  at: z.number(),
  text: z.string(),
})

const inboxItem = inboxRow.extend({
  /** The account; null for visitors. */
  userId: z.uuid().nullable(),
  name: z.string().nullable(),
  /** Where a reply goes. */
  email: z.string(),
  /** The account's address, if the sender typed another one: the sender may be a stranger. */
  accountEmail: z.string().nullable(),
  message: z.string(),
  subscriptionId: z.string().nullable(),
  /** What a withdrawal still has to pay back, in minor units; null for other items, and when nothing is due. */
  refundDue: z.object({ amount: z.int(), currency: z.string(), waitsForProvider: z.boolean() }).nullable(),
  ownerId: z.uuid().nullable(),
  doneAt: z.number().nullable(),
  /** Notes and replies, oldest first. */
  entries: z.array(inboxEntry),
  /** Who may own an item. */
  staff: z.array(z.object({ id: z.uuid(), name: z.string() })),
})

export const inboxEndpoints = {
  listInbox: deskEndpoint({
    method: 'GET',
    path: '/api/desk/inbox',
    permission: 'inbox',
    query: tableQuery(['receivedAt', 'dueAt']).extend({
      kind: kind.optional(),
      /** Without it, everything that isn't done. */
      state: state.optional(),
      owner: z.union([z.literal('none'), z.uuid()]).optional(),
    }),
    answer: tablePage(inboxRow),
    object: { kind: 'list' },
    summary: 'What learners and visitors want.',
  }),
  readInboxItem: deskEndpoint({
    method: 'GET',
    path: '/api/desk/inbox/{itemId}',
    permission: 'inbox',
    params,
    answer: data(inboxItem),
    errors: ['not_found'],
    object: { kind: 'inbox_item', param: 'itemId' },
    tells: ['userId'],
    summary: 'One item. The audit log has the person that it is about.',
  }),
  changeInboxItem: deskEndpoint({
    method: 'POST',
    path: '/api/desk/inbox/{itemId}',
    permission: 'inbox',
    params,
    body: z.object({ state: state.optional(), ownerId: z.uuid().nullable().optional() }),
    answer: done,
    errors: ['not_found', 'withdrawal_not_refunded'],
    object: { kind: 'inbox_item', param: 'itemId' },
    asks: { becomes: 'state' },
    tells: ['userId', 'was', 'becomes'],
    summary:
      'Changes the state or the owner. A withdrawal that is done tells the learner that the money was sent, so its payments have to be refunded first.',
  }),
  refundWithdrawal: deskEndpoint({
    method: 'POST',
    path: '/api/desk/inbox/{itemId}/refund-withdrawal',
    permission: 'money.refund',
    stepUp: true,
    params,
    body: z.object({
      /** `refundDue.amount` as it was shown; 0 when nothing is due. */
      amount: z.int().min(0),
      reason,
    }),
    /** begun: the provider hasn't answered yet. It is asked again until it does, and the item closes then. */
    answer: data(z.object({ state: z.enum(['begun', 'done']) })),
    errors: ['not_found', 'withdrawal_amount_changed', 'payment_not_refundable', 'refund_over_limit', 'refund_refused'],
    object: { kind: 'inbox_item', param: 'itemId' },
    asks: { amount: 'amount' },
    tells: ['userId', 'was', 'becomes', 'money'],
    summary:
      'Refunds what a withdrawal has to pay back, and closes it once the money was sent. A repetition refunds nothing more. Any refusal leaves it open.',
  }),
  addInboxNote: deskEndpoint({
    method: 'POST',
    path: '/api/desk/inbox/{itemId}/notes',
    permission: 'inbox',
    params,
    body: z.object({ entryId: z.uuid(), text }),
    answer: done,
    errors: ['not_found'],
    object: { kind: 'inbox_item', param: 'itemId' },
    tells: ['userId'],
    summary: 'Adds a note that only staff see. A repeat with the same ID is stored once.',
  }),
  answerInboxItem: deskEndpoint({
    method: 'POST',
    path: '/api/desk/inbox/{itemId}/answers',
    permission: 'inbox',
    params,
    body: z.object({ entryId: z.uuid(), template: z.enum(answerTemplates), text, state }),
    answer: done,
    errors: ['withdrawal_not_refunded', 'not_found', 'address_bounces'],
    object: { kind: 'inbox_item', param: 'itemId' },
    asks: { becomes: 'state' },
    tells: ['userId', 'was', 'becomes'],
    summary: 'Queues an answer by mail, in the language of the sender. A repeat with the same ID is sent once.',
  }),
  readInboxSettings: deskEndpoint({
    method: 'GET',
    path: '/api/desk/inbox-settings',
    permission: 'inbox',
    audited: false,
    answer: data(z.object({ digest: z.boolean() })),
    summary: 'Whether the member of staff who is signed in gets the daily digest.',
  }),
  saveInboxSettings: deskEndpoint({
    method: 'POST',
    path: '/api/desk/inbox-settings',
    permission: 'inbox',
    audited: false,
    body: z.object({ digest: z.boolean() }),
    answer: done,
    summary: 'Turns the own daily digest on or off.',
  }),
}
