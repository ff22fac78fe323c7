import { type DeskInput, pageSize } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { listGifts } from '../../features/billing/gift-codes.sql.ts'
import { createGifts, voidGifts } from '../../features/billing/redeem-gift.ts'
import { ok, refuse } from '../../platform/result.ts'
import { acted, DeskFile, type DeskHandlers } from '../access/handler.ts'
import { writeCsv } from '../access/tables.ts'

type Filters = DeskInput<'exportGifts'>['query']

const readFilters = ({ state, text }: Filters) => ({ state: state ?? null, text: text?.toLowerCase() || null })

const stepSize = 1_000

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

async function* readAll({ db, clock }: Context, filters: Filters): AsyncGenerator<object[]> {
  const now = clock()
  for (let skip = 0; ; skip += stepSize) {
    const part = { sort: 'createdAt', direction: 'desc', skip, limit: stepSize } as const
    const { rows } = await listGifts(db, now, { ...readFilters(filters), ...part })
    yield rows.map(({ createdAt, expiresAt, redeemedAt, ...row }) => ({
      ...row,
      createdAt: isoOf(createdAt),
      expiresAt: isoOf(expiresAt),
      redeemedAt: isoOf(redeemedAt),
    }))
    if (rows.length < stepSize) return
  }
}

export const giftRoutes: DeskHandlers<'createGifts' | 'listGifts' | 'exportGifts' | 'voidGifts'> = {
  createGifts: async (context, { body, staff }) => {
    const { attempt, count, days, note, lastDay } = body
    const expiresAt = new Date(`${lastDay}T23:59:59Z`)
    if (expiresAt <= context.clock())
      return refuse('invalid_request', [{ field: 'body.lastDay', message: 'must not be in the past' }])
    const made = await createGifts(context, { attempt, count, days, note, expiresAt, staffId: staff.staffId })
    const facts = { id: attempt, becomes: `${count} codes of ${days} days`, endsAt: expiresAt.getTime() }
    return made.ok ? acted({ data: { codes: made.value } }, facts) : { ...made, facts }
  },

  listGifts: async ({ db, clock }, { query: { sort, direction, page, ...filters } }) => {
    const part = { skip: (page - 1) * pageSize, limit: pageSize }
    return ok({ data: await listGifts(db, clock(), { ...readFilters(filters), sort, direction, ...part }) })
  },

  exportGifts: async (context, { query }) =>
    ok(new DeskFile('gifts.csv', 'text/csv; charset=utf-8', writeCsv(readAll(context, query)))),

  voidGifts: async (context, { params, body }) => {
    const outcome = await voidGifts(context, { batchId: params.batchId, giftId: body.giftId ?? null })
    const becomes = body.giftId === undefined ? 'void' : `void: code ${body.giftId}`
    return outcome.ok ? acted({ data: { done: true as const } }, { becomes }) : outcome
  },
}
