import { ok } from '../../platform/result.ts'
import { findModelSwitch, saveModelSwitch } from '../../platform/model-switch.sql.ts'
import type { DeskHandlers } from '../access/handler.ts'
import { pageOf } from '../access/tables.ts'
import { listModelDays } from './model.sql.ts'

const dayMs = 86_400_000
const daysListed = 365
const daysDrawn = 30

const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

export const modelRoutes: DeskHandlers<'modelOverview' | 'modelDays' | 'switchModel'> = {
  modelOverview: async ({ db, clock, config: { judge } }) => {
    const { isOff, changedAt } = await findModelSwitch(db)
    const known = new Map((await listModelDays(db, daysAgo(clock(), daysDrawn - 1))).map((day) => [day.day, day]))
    const days = Array.from({ length: daysDrawn }, (_, index) => {
      const day = daysAgo(clock(), daysDrawn - 1 - index)
        .toISOString()
        .slice(0, 10)
      const { calls = 0, answers = 0, costUsd = 0 } = known.get(day) ?? {}
      return { day, calls: calls + answers, costUsd: costUsd ?? 0 }
    })
    const provider =
      judge.provider === 'openai'
        ? { model: judge.model, price: judge.prices[judge.model] ?? null, limits: judge.daily }
        : { model: null, price: null, limits: null }
    return ok({ data: { ...provider, isOff, switchedAt: changedAt.getTime(), days } })
  },

  modelDays: async ({ db, clock }, { query }) =>
    ok(pageOf(await listModelDays(db, daysAgo(clock(), daysListed)), query)),

  switchModel: async ({ db, log }, { body, staff }) => {
    await saveModelSwitch(db, body.isOff)
    log.warn({ isOff: body.isOff, staffId: staff.staffId }, 'staff switched the AI model')
    return ok({ data: { done: true } })
  },
}
