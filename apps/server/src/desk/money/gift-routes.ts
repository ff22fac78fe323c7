import { pageSize } from '@kitewise/contract/desk'
import { listGifts } from '../../features/billing/gift-codes.sql.ts'
import { createGifts, voidGifts } from '../../features/billing/redeem-gift.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { DeskHandlers } from '../access/handler.ts'

export const giftRoutes: DeskHandlers<'createGifts' | 'listGifts' | 'voidGifts'> = {
  createGifts: async (context, { body, staff }) => {
    const { attempt, count, days, note, lastDay } = body
    const expiresAt = new Date(`${lastDay}T23:59:59Z`)
    if (expiresAt <= context.clock())
      return refuse('invalid_request', [{ field: 'body.lastDay', message: 'must not be in the past' }])
    const made = await createGifts(context, { attempt, count, days, note, expiresAt, staffId: staff.staffId })
    return made.ok ? ok({ data: { codes: made.value } }) : made
  },

  listGifts: async ({ db, clock }, { query: { state, sort, direction, page } }) => {
    const part = { skip: (page - 1) * pageSize, limit: pageSize }
    return ok({ data: await listGifts(db, clock(), { state: state ?? null, sort, direction, ...part }) })
  },

  voidGifts: async (context, { params, body }) => {
    const outcome = await voidGifts(context, { batchId: params.batchId, giftId: body.giftId ?? null })
    return outcome.ok ? ok({ data: { done: true } }) : outcome
  },
}
