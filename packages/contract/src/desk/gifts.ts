import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, done, file, reason } from './desk-endpoint.ts'
import { searchText, tablePage, tableQuery } from './table.ts'
import { typedLine } from '../typed/typed-text.ts'
import * as textLimits from '../typed/text-limits.ts'

export const giftStates = ['open', 'redeemed', 'expired', 'void'] as const

const giftState = z.enum(giftStates)

/** `text`: in the note or the name of who created it. */
const filters = { state: giftState.optional(), text: searchText }

const giftRow = z.object({
  id: z.uuid(),
  batchId: z.uuid(),
  /** The code's last four characters; the rest isn't stored. */
  hint: z.string(),
  days: z.int(),
  note: z.string(),
  staffName: z.string(),
  state: giftState,
  /** Unix milliseconds. */
  createdAt: z.number(),
  expiresAt: z.number(),
  redeemedAt: z.number().nullable(),
  /** Null also for an account that was erased since. */
  redeemedBy: z.uuid().nullable(),
})

export const giftEndpoints = {
  createGifts: deskEndpoint({
    method: 'POST',
    path: '/api/desk/gifts',
    permission: 'gifts',
    stepUp: true,
    body: z.object({
      attempt: z.uuid(),
      count: z.int().min(1).max(100),
      days: z.int().min(7).max(365),
      /** The last day on which a code can be redeemed, of UTC. */
      lastDay: z.iso.date(),
      note: typedLine(textLimits.giftNote),
      reason,
    }),
    /** The codes are in no other response. */
    answer: data(z.object({ codes: z.array(z.string()) })),
    errors: ['attempt_reused'],
    object: { kind: 'gift_batch' },
    tells: ['id', 'becomes', 'endsAt'],
    summary: 'Creates gift codes, once for each attempt, and shows them this once.',
  }),
  listGifts: deskEndpoint({
    method: 'GET',
    path: '/api/desk/gifts',
    permission: 'gifts',
    query: tableQuery(['createdAt', 'expiresAt', 'redeemedAt', 'days']).extend(filters),
    answer: tablePage(giftRow),
    object: { kind: 'list' },
    summary: 'Gift codes with their states and who redeemed them.',
  }),
  exportGifts: deskEndpoint({
    method: 'GET',
    path: '/api/desk/gifts/export',
    permission: 'gifts',
    stepUp: true,
    query: z.object(filters),
    answer: file,
    object: { kind: 'list' },
    summary: 'The list of gift codes as CSV, newest first. Codes themselves aren’t stored.',
  }),
  voidGifts: deskEndpoint({
    method: 'POST',
    path: '/api/desk/gifts/{batchId}/void',
    permission: 'gifts',
    stepUp: true,
    params: z.object({ batchId: z.uuid() }),
    /** Without a code, all of the batch. */
    body: z.object({ giftId: z.uuid().optional(), reason }),
    answer: done,
    errors: ['not_found'],
    object: { kind: 'gift_batch', param: 'batchId' },
    tells: ['becomes'],
    summary: 'Makes open gift codes of a batch worthless. Redeemed ones stay. Idempotent.',
  }),
}
