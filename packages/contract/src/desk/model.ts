import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, done, file, reason } from './desk-endpoint.ts'
import { tablePage, tableQuery } from './table.ts'

const count = z.int().nonnegative()

const overview = z.object({
  /** Null without a model: the built-in checklist evaluates everything. */
  model: z.string().nullable(),
  isOff: z.boolean(),
  /** Unix milliseconds. */
  switchedAt: z.number(),
  /** US dollars per million tokens; null if unknown. */
  price: z.object({ input: z.number(), output: z.number() }).nullable(),
  /** Per day of UTC. */
  limits: z.object({ calls: count, answers: count, answersPerLearner: count }).nullable(),
  /** The last 30, oldest first, with today. */
  days: z.array(z.object({ day: z.string(), calls: count, costUsd: z.number() })),
})

const dayRow = z.object({
  day: z.string(),
  calls: count,
  answers: count,
  inputTokens: count,
  outputTokens: count,
  /** Null while no call of the day had a known price. */
  costUsd: z.number().nullable(),
  failed: count,
  fallbacks: count,
  capped: count,
})

/** Days of UTC, both included. */
const day = z.iso.date().optional()

/** What a day can be filtered by: a failure, a fallback, or a refusal because of the limit. */
export const modelTroubles = ['failed', 'fallbacks', 'capped'] as const

const dayFilters = { from: day, to: day, trouble: z.enum(modelTroubles).optional() }

export const modelEndpoints = {
  modelOverview: deskEndpoint({
    method: 'GET',
    path: '/api/desk/model',
    permission: 'model.read',
    audited: false,
    answer: data(overview),
    summary: 'The model, its limits, and whether it is turned off.',
  }),
  modelDays: deskEndpoint({
    method: 'GET',
    path: '/api/desk/model/days',
    permission: 'model.read',
    audited: false,
    query: tableQuery([
      'day',
      'calls',
      'answers',
      'inputTokens',
      'outputTokens',
      'costUsd',
      'failed',
      'fallbacks',
      'capped',
    ]).extend(dayFilters),
    answer: tablePage(dayRow),
    summary: 'Calls, tokens, cost and failures by day, for a year.',
  }),
  exportModel: deskEndpoint({
    method: 'GET',
    path: '/api/desk/model/export',
    permission: 'model.read',
    stepUp: true,
    query: z.object(dayFilters),
    answer: file,
    object: { kind: 'list' },
    summary: 'The days as CSV, newest first.',
  }),
  switchModel: deskEndpoint({
    method: 'POST',
    path: '/api/desk/model/switch',
    permission: 'model.switch',
    body: z.object({ isOff: z.boolean(), reason }),
    answer: done,
    object: { kind: 'model' },
    tells: ['was', 'becomes'],
    summary: 'Turns the model off or on, for all instances at once.',
  }),
}
