import type { DeskInput } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { ok } from '../../platform/result.ts'
import { findModelSwitch, saveModelSwitch } from '../../platform/model-switch.sql.ts'
import { acted, DeskFile, type DeskHandlers } from '../access/handler.ts'
import { pageOf, writeCsv } from '../access/tables.ts'
import { listModelDays } from './model.sql.ts'

const dayMs = 86_400_000
const daysListed = 365
const daysDrawn = 30

const daysAgo = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs)

const readDays = async ({ db, clock }: Context, { from, to, trouble }: DeskInput<'exportModel'>['query']) =>
  (await listModelDays(db, daysAgo(clock(), daysListed))).filter(
    (row) =>
      (from === undefined || row.day >= from) &&
      (to === undefined || row.day <= to) &&
      (trouble === undefined || row[trouble] > 0),
  )

export const modelRoutes: DeskHandlers<'modelOverview' | 'modelDays' | 'exportModel' | 'switchModel'> = {
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

  modelDays: async (context, { query }) => ok(pageOf(await readDays(context, query), query)),

  exportModel: async (context, { query }) =>
    ok(new DeskFile('model.csv', 'text/csv; charset=utf-8', writeCsv([await readDays(context, query)]))),

  switchModel: async ({ db, log }, { body, staff }) => {
    const { isOff: wasOff } = await findModelSwitch(db)
    await saveModelSwitch(db, body.isOff)
    log.warn({ isOff: body.isOff, staffId: staff.staffId }, 'staff switched the AI model')
    return acted({ data: { done: true as const } }, { was: wasOff ? 'off' : 'on', becomes: body.isOff ? 'off' : 'on' })
  },
}
