import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, file } from './desk-endpoint.ts'
import { organizationFilters } from './organizations.ts'
import { tablePage, tableQuery } from './table.ts'

/** Amounts are minor units; months are `2026-05`, of UTC. */
const month = z.string().regex(/^\d{4}-\d{2}$/)
const currency = z.string()
/** Empty for a price that is no plan. */
const plan = z.string()
const amount = z.int()
const count = z.int().nonnegative()
/** Between 0 and 1; null when there is nothing to divide by. */
const rate = z.number().nullable()

const overview = z.object({
  /** test: no real money moves. */
  mode: z.enum(['live', 'test']),
  currencies: z.array(
    z.object({
      currency,
      monthlyRecurring: amount,
      subscriptions: count,
      plans: z.array(z.object({ plan, monthlyRecurring: amount, subscriptions: count })),
      /** The last twelve, oldest first. */
      months: z.array(z.object({ month, paid: amount, refunded: amount, disputed: amount, net: amount })),
    }),
  ),
  /** What the tables can be filtered by. */
  plans: z.array(plan),
  countries: z.array(z.string()),
})

const revenueRow = z.object({
  month,
  currency,
  plan,
  payments: count,
  paid: amount,
  discount: amount,
  refunds: count,
  refunded: amount,
  disputes: count,
  /** Lost. */
  disputed: amount,
  net: amount,
  failedAttempts: count,
})

const taxRow = z.object({ month, currency, country: z.string(), payments: count, paid: amount, tax: amount })

const trialRow = z.object({ month, plan, trials: count, running: count, paid: count, lost: count, rate })

const churnRow = z.object({ month, plan, payingAtStart: count, started: count, ended: count, rate })

const failedRow = z.object({
  userId: z.uuid(),
  paymentId: z.string(),
  at: z.number(),
  plan,
  amount,
  currency,
  attempts: count,
  subscriptionStatus: z.string(),
})

const disputeRow = z.object({
  id: z.string(),
  userId: z.uuid(),
  /** Null where the provider names none. */
  dueAt: z.number().nullable(),
  openedAt: z.number(),
  status: z.enum(['open', 'under_review', 'won', 'lost']),
  amount,
  currency,
  /** The provider's word. */
  reason: z.string(),
})

/** Days or months of UTC, both included. */
const [from, to] = [month.optional(), month.optional()]
const [fromDay, toDay] = [z.iso.date().optional(), z.iso.date().optional()]

/** Stands for no plan and for an unknown country, whose names are empty. */
export const noName = '-'

const one = z.string().max(60).optional()

const filtersOf = {
  revenue: { from, to, currency: one, plan: one },
  taxes: { from, to, currency: one, country: one },
  trials: { from, to, plan: one },
  churn: { from, to, plan: one },
  /** By the time of the invoice. */
  failed: { from: fromDay, to: toDay, currency: one, plan: one, subscriptionStatus: one },
  /** By the day on which they were opened. */
  disputes: {
    from: fromDay,
    to: toDay,
    currency: one,
    status: z.enum(['open', 'under_review']).optional(),
    reason: one,
  },
}

const exportFilters = z.object({
  from: z.union([month, z.iso.date()]).optional(),
  to: z.union([month, z.iso.date()]).optional(),
  currency: one,
  plan: one,
  country: one,
  subscriptionStatus: one,
  status: one,
  reason: one,
  ...organizationFilters,
})

/** The tables that can be exported. */
const tables = ['revenue', 'taxes', 'trials', 'churn', 'failed', 'disputes', 'organizations'] as const

export type MoneyTable = (typeof tables)[number]

const table = { method: 'GET', permission: 'money.read', audited: false } as const

export const moneyEndpoints = {
  moneyOverview: deskEndpoint({
    ...table,
    path: '/api/desk/money',
    answer: data(overview),
    summary: 'Monthly recurring revenue and the revenue of the last twelve months.',
  }),
  moneyRevenue: deskEndpoint({
    ...table,
    path: '/api/desk/money/revenue',
    query: tableQuery([
      'month',
      'currency',
      'plan',
      'payments',
      'paid',
      'discount',
      'refunds',
      'refunded',
      'disputed',
      'net',
      'failedAttempts',
    ]).extend(filtersOf.revenue),
    answer: tablePage(revenueRow),
    summary: 'Payments and refunds by month, currency and plan.',
  }),
  moneyTaxes: deskEndpoint({
    ...table,
    path: '/api/desk/money/taxes',
    query: tableQuery(['month', 'currency', 'country', 'payments', 'paid', 'tax']).extend(filtersOf.taxes),
    answer: tablePage(taxRow),
    summary: 'Tax by month and country, as the provider reports it.',
  }),
  moneyTrials: deskEndpoint({
    ...table,
    path: '/api/desk/money/trials',
    query: tableQuery(['month', 'plan', 'trials', 'running', 'paid', 'lost', 'rate']).extend(filtersOf.trials),
    answer: tablePage(trialRow),
    summary: 'Trials by the month in which they began, and how many were paid afterwards.',
  }),
  moneyChurn: deskEndpoint({
    ...table,
    path: '/api/desk/money/churn',
    query: tableQuery(['month', 'plan', 'payingAtStart', 'started', 'ended', 'rate']).extend(filtersOf.churn),
    answer: tablePage(churnRow),
    summary: 'Paid subscriptions that began and ended, by month and plan.',
  }),
  moneyFailed: deskEndpoint({
    ...table,
    // Its rows lead to persons.
    audited: true,
    path: '/api/desk/money/failed',
    query: tableQuery(['at', 'plan', 'amount', 'currency', 'attempts', 'subscriptionStatus']).extend(filtersOf.failed),
    answer: tablePage(failedRow),
    object: { kind: 'list' },
    summary: 'Payments that were refused and are still not made.',
  }),
  moneyDisputes: deskEndpoint({
    ...table,
    audited: true,
    path: '/api/desk/money/disputes',
    query: tableQuery(['dueAt', 'openedAt', 'amount', 'currency', 'reason', 'status']).extend(filtersOf.disputes),
    answer: tablePage(disputeRow),
    object: { kind: 'list' },
    summary: 'Disputed payments that are not decided yet, with the provider’s deadline.',
  }),
  exportMoney: deskEndpoint({
    method: 'GET',
    path: '/api/desk/money/export/{table}',
    permission: 'money.read',
    stepUp: true,
    params: z.object({ table: z.enum(tables) }),
    query: exportFilters,
    answer: file,
    object: { kind: 'list', param: 'table' },
    summary: 'A table of the money section as CSV, with the table’s filters.',
  }),
}
