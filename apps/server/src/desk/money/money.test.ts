import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { churnRows, spreadOverMonths } from './figures.ts'

const start = new Date('2026-05-04T12:00:00Z')
const day = 86_400_000
let world: StripeWorld
let finance: Awaited<ReturnType<typeof actAsStaff>>

const moveTo = async (days: number) => {
  world.setNow(new Date(start.getTime() + days * day))
  world.stripe.books.advance()
  await deliver()
}
const deliver = async () => {
  for (const status of await world.stripe.deliver(`${world.server.url}/api/payments/webhook`)) expect(status).toBe(200)
}
const buy = async (productId: string) => {
  const { begin } = await actAsBuyer(world.server)
  const { sessionId } = await begin(productId)
  const subscription = world.stripe.books.pay(sessionId)
  await deliver()
  return subscription
}

/**
 * May: a trial that is paid, a trial that is canceled, a week that is refunded and ends, four weeks with a lasting discount, and
 * twelve weeks. June: the four weeks are refused.
 */
beforeAll(async () => {
  world = await startStripeWorld(start)
  const { payments } = world.server.context
  await buy('month')
  const dropped = await buy('month')
  await payments.cancelAtPeriodEnd(dropped.id, 'drop')
  const week = await buy('week')
  await payments.refundAll(week.id)
  await payments.cancelNow(week.id)
  const four = await buy('four-weeks')
  const coupon = { id: 'half', duration: 'forever', percent_off: 50, amount_off: null } as const
  four.discounts = [{ id: 'di_1', source: { type: 'coupon', coupon } }]
  world.stripe.books.badCards.add(four.id)
  const gift = { id: 'free', duration: 'once', percent_off: 100, amount_off: null } as const
  const twelve = await buy('twelve-weeks')
  twelve.discounts = [{ id: 'di_2', source: { type: 'coupon', coupon: gift } }]
  await deliver()
  await moveTo(7)
  await moveTo(29)
  finance = await actAsStaff(world.server, 'finance')
}, 60_000)
afterAll(() => world.close())

const nameOf = (row: object) => {
  const { month = '', plan = '' } = row as { month?: string; plan?: string }
  return `${month} ${plan}`
}

describe('money', () => {
  it('has the recurring revenue of paid and overdue subscriptions, spread over months, after lasting discounts', async () => {
    const { data } = (await finance.call('moneyOverview')).body
    expect(data.mode).toBe('test')
    const [usd] = data.currencies
    const weeks = 365 / 7 / 12
    const [month, four, twelve] = [2999, (1249 * weeks) / 4, (5999 * weeks) / 12]
    expect(usd).toMatchObject({
      currency: 'usd',
      subscriptions: 3,
      monthlyRecurring: Math.round(month + four + twelve),
    })
    expect(usd?.plans.find(({ plan }) => plan === 'four-weeks')?.monthlyRecurring).toBe(Math.round(four))
    expect(usd?.months).toHaveLength(12)
    expect(usd?.months.at(-2)).toEqual({ month: '2026-05', paid: 12_496, refunded: 999, disputed: 0, net: 11_497 })
    expect(usd?.months.at(-1)).toEqual({ month: '2026-06', paid: 0, refunded: 0, disputed: 0, net: 0 })
  })

  it('sorts and totals the revenue of each month and plan', async () => {
    const listed = await finance.call('moneyRevenue', { query: 'sort=net&direction=desc' })
    const { rows, total } = listed.body.data
    expect(total).toBe(5)
    expect(rows.map(({ month, plan, net }) => `${month} ${plan} ${net}`)).toEqual([
      '2026-05 twelve-weeks 5999',
      '2026-05 month 2999',
      '2026-05 four-weeks 2499',
      '2026-06 four-weeks 0',
      '2026-05 week 0',
    ])
    expect(rows.find(({ plan }) => plan === 'week')).toMatchObject({ paid: 999, refunds: 1, refunded: 999 })
    expect(rows.find(({ month }) => month === '2026-06')).toMatchObject({ failedAttempts: 1, payments: 0 })
  })

  it('has the tax by country, as the provider reports it', async () => {
    const { rows } = (await finance.call('moneyTaxes')).body.data
    expect(rows).toEqual([
      { month: '2026-05', currency: 'usd', country: 'DE', payments: 4, paid: 12_496, tax: 160 + 399 + 958 + 479 },
    ])
  })

  it('counts trials by the month in which they began, and those that were paid', async () => {
    const { rows } = (await finance.call('moneyTrials')).body.data
    expect(rows).toEqual([{ month: '2026-05', plan: 'month', trials: 2, running: 0, paid: 1, lost: 1, rate: 0.5 }])
  })

  it('counts those who began to pay and who ended', async () => {
    const { rows } = (await finance.call('moneyChurn', { query: 'sort=plan&direction=asc' })).body.data
    expect(rows.find(({ month, plan }) => month === '2026-05' && plan === 'week')).toEqual({
      month: '2026-05',
      plan: 'week',
      payingAtStart: 0,
      started: 1,
      ended: 1,
      rate: null,
    })
    expect(rows.find(({ month, plan }) => month === '2026-06' && plan === 'month')).toMatchObject({
      payingAtStart: 1,
      ended: 0,
      rate: 0,
    })
  })

  it('lists refused payments that are still unpaid', async () => {
    const { rows, total } = (await finance.call('moneyFailed')).body.data
    expect(total).toBe(1)
    expect(rows).toMatchObject([
      { plan: 'four-weeks', amount: 1249, currency: 'usd', attempts: 1, subscriptionStatus: 'past_due' },
    ])
  })

  it('exports every table with numbers as numbers', async () => {
    const cookie = { cookie: finance.cookie(), 'sec-fetch-site': 'same-origin' }
    const read = async (table: string) =>
      (await fetch(`${world.server.url}/api/desk/money/export/${table}`, { headers: cookie })).text()
    expect((await read('taxes')).split('\r\n')).toEqual([
      'month,currency,country,payments,paid,tax',
      '2026-05,usd,DE,4,12496,1996',
      '',
    ])
    for (const table of ['revenue', 'trials', 'churn', 'failed']) expect(await read(table)).toMatch(/^\w+,.*\r\n.+\r\n/)
    expect(await read('nothing')).toContain('invalid_request')
  })

  it.each([
    ['moneyRevenue', 'revenue', 'from=2026-06', ['2026-06 four-weeks']],
    ['moneyRevenue', 'revenue', 'to=2026-05&plan=week&currency=usd', ['2026-05 week']],
    ['moneyRevenue', 'revenue', 'plan=-', []],
    ['moneyTaxes', 'taxes', 'country=DE', ['2026-05 ']],
    ['moneyTaxes', 'taxes', 'country=FR', []],
    ['moneyTrials', 'trials', 'plan=month', ['2026-05 month']],
    ['moneyTrials', 'trials', 'from=2026-06', []],
    ['moneyChurn', 'churn', 'plan=month&from=2026-06', ['2026-06 month']],
    ['moneyFailed', 'failed', 'from=2026-06-01&plan=four-weeks&subscriptionStatus=past_due', [' four-weeks']],
    ['moneyFailed', 'failed', 'to=2026-05-31', []],
    ['moneyFailed', 'failed', 'currency=eur', []],
  ] as const)('%s and its CSV (%s) have the rows of %s', async (name, table, query, expected) => {
    const { rows, total } = (await finance.call(name, { query })).body.data
    expect([rows.map(nameOf), total]).toEqual([expected, expected.length])
    const { text } = await finance.call('exportMoney', { params: { table }, query })
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(
      expected.length === 0 ? 0 : expected.length + 1,
    )
  })

  it('is sorted by the server, and refuses a column or a filter that it does not have', async () => {
    for (const sort of ['at', 'plan', 'amount', 'currency', 'attempts', 'subscriptionStatus'])
      for (const direction of ['asc', 'desc'])
        expect((await finance.call('moneyFailed', { query: `sort=${sort}&direction=${direction}` })).status).toBe(200)
    const plans = (await finance.call('moneyRevenue', { query: 'sort=discount&direction=desc' })).body.data.rows
    expect(plans.map(({ discount }) => discount)).toEqual(plans.map(({ discount }) => discount).sort((a, b) => b - a))
    expect((await finance.call('moneyFailed', { query: 'sort=userId' })).status).toBe(400)
    expect((await finance.call('moneyRevenue', { query: 'from=june' })).status).toBe(400)
    const { plans: known, countries } = (await finance.call('moneyOverview')).body.data
    expect([known, countries]).toEqual([['four-weeks', 'month', 'twelve-weeks', 'week'], ['DE']])
  })

  it('is closed to other roles', async () => {
    const support = await actAsStaff(world.server, 'support')
    expect((await support.call('moneyOverview')).error?.name).toBe('not_permitted')
  })
})

describe('a price', () => {
  it.each([
    ['year', 1, 12_000, 1_000],
    ['month', 3, 3_000, 1_000],
    ['week', 1, 1_200, (1_200 * 365) / 84],
    ['day', 1, 12, 365],
  ] as const)('of each %s × %i is spread over months', (interval, intervalCount, amount, expected) => {
    expect(spreadOverMonths({ interval, intervalCount, amount })).toBeCloseTo(expected)
  })
})

describe('churn', () => {
  it('goes back from those who pay now', () => {
    const months = ['2026-03', '2026-04', '2026-05']
    const rows = churnRows(
      [{ plan: 'month', count: 12 }],
      [
        { month: '2026-05', plan: 'month', count: 4 },
        { month: '2026-04', plan: 'month', count: 10 },
      ],
      [{ month: '2026-05', plan: 'month', count: 2, ofStart: 1 }],
      months,
    )
    expect(rows).toEqual([
      { month: '2026-05', plan: 'month', payingAtStart: 10, started: 4, ended: 2, rate: 0.1 },
      { month: '2026-04', plan: 'month', payingAtStart: 0, started: 10, ended: 0, rate: null },
    ])
  })
})
