import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { makeSubscription } from '../../test-support/make-subscription.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { SubscriptionPage } from './subscription.tsx'

const listCall = at('/api/user-subscription')
const moneyBackCall = at('/api/user-subscription/money-back')
const oneCall = at('/api/subscriptions/{id}')
const resumeCall = at('/api/subscriptions/{id}/resume')
const plansCall = at('/api/subscriptions/{id}/plans')
const planCall = at('/api/subscriptions/{id}/plan')
const cardCall = at('/api/subscriptions/{id}/payment-method')
const refreshCall = at('/api/subscriptions/{id}/refresh')

const given = (...subscriptions: object[]): void =>
  api.use(
    http.get(listCall, () => answer(subscriptions)),
    http.get(moneyBackCall, () => answer({ refund: { standing: 'too_late', requestUntil: 0 }, withdrawal: null })),
  )

const show = (address = '/subscription') =>
  renderPage(
    <Switch>
      <Route path="/subscription" component={SubscriptionPage} />
    </Switch>,
    address,
  )

const weeks = (count: number, unit_amount: number) => ({
  items: {
    data: [
      {
        current_period_end: Date.UTC(2040, 0, 2) / 1000,
        price: { unit_amount, currency: 'usd', recurring: { interval: 'week' as const, interval_count: count } },
      },
    ],
  },
})

describe('the subscription page', () => {
  it('has a titled header, plan with price and billing label, next payment, payment method, and room for more', async () => {
    given(makeSubscription())
    show()
    expect(await screen.findByText('$29.99 / 1 month')).toBeTruthy()
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('heading', { name: 'Subscription', level: 1 })).toBeTruthy()
    expect(header.getByRole('button', { name: 'Back' })).toBeTruthy()
    expect(screen.getByText('Next payment').nextSibling?.textContent).toBe('05/12/2040')
    expect(screen.getByText('Visa •••• 4242')).toBeTruthy()
    expect(screen.getByText('Visa ending in 4242')).toBeTruthy()
    expect(screen.getByText('Expires 03/2041')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Refund' })).toBeTruthy()
  })

  it.each([
    ['$59.99 / 12 weeks', 12, 5999],
    ['$9.99 / 1 week', 1, 999],
  ])('shows %s for a plan of several weeks', async (words, count, amount) => {
    given(makeSubscription(weeks(count, amount)))
    show()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('01/02/2040')).toBeTruthy()
  })

  it.each(['active', 'trialing', 'past_due'])(
    'speaks in the past of a plan whose period is over (%s), which nobody can keep',
    async (status) => {
      const ended = Date.UTC(2026, 0, 2) / 1000
      const price = { unit_amount: 2999, currency: 'usd', recurring: { interval: 'month' as const, interval_count: 1 } }
      const items = { data: [{ current_period_end: ended, price }] }
      given(makeSubscription({ status, cancel_at_period_end: true, current_period_end: ended, items }))
      show()
      expect(await screen.findByText('Ended')).toBeTruthy()
      expect(screen.getByText(/has ended/)).toBeTruthy()
      expect(screen.getByText('Ended on').nextSibling?.textContent).toBe('01/02/2026')
      expect(screen.getByRole('link', { name: 'See the plans' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: /Keep|Cancel|Change card/ })).toBeNull()
    },
  )

  it.each([
    ['trialing', false, 'Free trial', /ends on 05\/12\/2040. That day, we’ll charge \$29.99 .* before 05\/11\/2040/],
    ['trialing', true, 'Ends soon', /ends on 05\/12\/2040. You keep access until then, and you won’t be charged/],
    ['active', false, 'Active', /cancel at least 24 hours before/],
    ['active', true, 'Ends soon', /ends on 05\/12\/2040. You keep access until then/],
    ['past_due', false, 'Payment failed', /Change your card .* three days/],
    ['canceled', false, 'Ended', /has ended/],
    ['unpaid', false, 'Not active', /doesn’t give you access/],
  ])('explains in plain words what %s (ending: %s) means', async (status, isEnding, badge, words) => {
    given(makeSubscription({ status, cancel_at_period_end: isEnding }))
    show()
    expect(await screen.findByText(badge)).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
  })

  it('names what the next payment costs with a code, and how long', async () => {
    const discount = { unit_amount: 1499, until: Date.UTC(2040, 6, 10, 12) / 1000 }
    given(makeSubscription({ status: 'trialing', discount }))
    const { unmount } = show()
    expect(await screen.findByText('$29.99 / 1 month')).toBeTruthy()
    expect(screen.getByText(/That day, we’ll charge \$14\.99 for the first time/)).toBeTruthy()
    expect(
      screen.getByText(
        'With your code, the next payment is $14.99. From 07/10/2040 on, you pay $29.99 / 1 month again.',
      ),
    ).toBeTruthy()
    unmount()
    given(makeSubscription({ discount: { unit_amount: 1499, until: null } }))
    show()
    expect(await screen.findByText(/^With your code, the next payment is \$14\.99, and it stays/)).toBeTruthy()
  })

  it('names no next payment with a code when there is none', async () => {
    given(makeSubscription({ cancel_at_period_end: true, discount: { unit_amount: 1499, until: null } }))
    show()
    expect(await screen.findByText(/^It ends on/)).toBeTruthy()
    expect(screen.queryByText(/With your code/)).toBeNull()
  })

  it('shows the subscription that gives access, not the newest', async () => {
    given(makeSubscription({ id: 'sub_2', status: 'canceled' }), makeSubscription({ ...weeks(12, 5999), id: 'sub_1' }))
    show()
    expect(await screen.findByText('$59.99 / 12 weeks')).toBeTruthy()
  })

  it('shows the end date when the period ran out, and none when it was ended early', async () => {
    const past = { current_period_end: Date.UTC(2026, 0, 2) / 1000 }
    given(makeSubscription({ status: 'canceled', items: { data: [] }, ...past }))
    const view = show()
    expect((await screen.findByText('Ended on')).nextSibling?.textContent).toBe('01/02/2026')
    view.unmount()
    given(makeSubscription({ status: 'canceled' }))
    show()
    expect(await screen.findByText(/has ended/)).toBeTruthy()
    expect(screen.queryByText('Ended on')).toBe(null)
  })

  it('leads to the plans when it has ended', async () => {
    given(makeSubscription({ status: 'canceled' }))
    show()
    expect((await screen.findByRole('link', { name: 'See the plans' })).getAttribute('href')).toBe('/plans')
    expect(screen.queryByRole('button', { name: /Cancel|Change/ })).toBe(null)
  })

  it('says when no card is stored, and then offers no change', async () => {
    given(makeSubscription({ default_payment_method: null }))
    show()
    expect(await screen.findByText('No card is saved for this subscription.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change card' })).toBe(null)
  })

  it('says when there is no subscription', async () => {
    given()
    show()
    expect(await screen.findByText('No subscription found.')).toBeTruthy()
  })

  it('says when loading failed, and retries', async () => {
    api.use(http.get(listCall, () => refusal(500, 'internal_error')))
    const view = show()
    expect(await screen.findByText('Failed to fetch subscription details.')).toBeTruthy()
    given(makeSubscription())
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('$29.99 / 1 month')).toBeTruthy()
  })
})

const confirmCancel = async (view: ReturnType<typeof show>): Promise<void> => {
  await view.user.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  await view.user.click(screen.getByRole('button', { name: 'Yes, cancel' }))
}

const givenCanceling = (): string[] => {
  const asked: string[] = []
  api.use(
    http.delete(oneCall, ({ params }) => {
      asked.push(String(params.id))
      return answer(makeSubscription({ cancel_at_period_end: true }))
    }),
  )
  return asked
}

const cancelWithHeldTime = async () => {
  given(makeSubscription())
  api.use(http.delete(oneCall, () => answer(makeSubscription({ cancel_at_period_end: true }))))
  const view = show()
  await view.user.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  screen.getByRole('button', { name: 'Yes, cancel' }).click()
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Cancellation Scheduled' })).toBeTruthy(), {
    timeout: 10_000,
  })
  return view
}

describe('canceling', () => {
  it('asks once, says until when access lasts, and can be dismissed', async () => {
    given(makeSubscription())
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
    expect(screen.getByText(/You keep access until 05\/12\/2040/)).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Keep my subscription' }))
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('takes two presses; the button then says Cancellation Scheduled and is disabled, with a calm sentence', async () => {
    given(makeSubscription())
    const asked = givenCanceling()
    const view = show()
    await confirmCancel(view)
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancellation Scheduled' })
    expect(button.disabled).toBe(true)
    const sentence = await screen.findByText('Your subscription is canceled. You keep access until 05/12/2040.')
    expect(document.activeElement).toBe(sentence)
    expect(screen.queryByText('Nice!')).toBe(null)
    expect(asked).toEqual(['sub_00000001'])
    view.unmount()
  })

  it.each([
    [
      "the server's sentence",
      () => refusal(404, 'subscription_not_found', 'No subscription found.'),
      'No subscription found.',
    ],
    [
      'its own without one',
      () => new HttpResponse('<html>', { status: 502 }),
      'Failed to cancel subscription. Please try again.',
    ],
    ['its own without an answer', () => HttpResponse.error(), 'Failed to cancel subscription. Please try again.'],
  ])('shows %s on failure, and can be retried', async (_, respond, sentence) => {
    given(makeSubscription())
    api.use(http.delete(oneCall, respond))
    const view = show()
    await confirmCancel(view)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Yes, cancel' })).toBeTruthy()
  })

  it('says when there is no subscription ID to send', async () => {
    given(makeSubscription({ id: '' }))
    const view = show()
    await confirmCancel(view)
    expect(await screen.findByText('Unable to cancel subscription: Missing subscription ID')).toBeTruthy()
  })

  it('can be undone', async () => {
    given(makeSubscription({ cancel_at_period_end: true }))
    api.use(http.post(resumeCall, () => answer(makeSubscription())))
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Keep my subscription' }))
    expect(await screen.findByText('Your subscription continues.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Cancel subscription' })).toBeTruthy()
  })

  it('says why it could not be undone', async () => {
    given(makeSubscription({ cancel_at_period_end: true }))
    api.use(http.post(resumeCall, () => refusal(409, 'subscription_ended', 'This subscription has ended.')))
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Keep my subscription' }))
    expect(await screen.findByText('This subscription has ended.')).toBeTruthy()
  })
})

const option = (productId: string, count: number, amount: number, more: object) => ({
  plan: {
    productId,
    name: productId,
    unit_amount: amount,
    currency: 'usd',
    recurring: { interval: 'week', interval_count: count },
    formattedPrice: `$${amount / 100}`,
    isMostPopular: false,
    trialDays: 0,
  },
  isCurrent: false,
  isNext: false,
  due_amount: amount,
  formattedDue: `$${amount / 100}`,
  ...more,
})

const openChoice = async ({ user }: ReturnType<typeof show>) => {
  await user.click(await screen.findByRole('button', { name: 'Change plan' }))
  return within(await screen.findByRole('dialog', { name: 'Choose your next plan' }))
}

describe('changing the plan', () => {
  const from = Date.UTC(2040, 4, 12) / 1000
  const plans = [
    option('week', 1, 999, { isCurrent: true, isNext: true }),
    option('twelve-weeks', 12, 5999, { due_amount: 2999, formattedDue: '$29.99' }),
  ]
  const offer = (isTrial = false) => api.use(http.get(plansCall, () => answer({ from, isTrial, plans })))
  const twelveWeeks = {
    unit_amount: 5999,
    currency: 'usd',
    recurring: { interval: 'week' as const, interval_count: 12 },
  }
  const changed = () => makeSubscription({ ...weeks(1, 999), next_price: twelveWeeks })

  it('says what is paid today and what later, sends the choice, and the page shows what comes', async () => {
    given(makeSubscription(weeks(1, 999)))
    offer()
    const sent: unknown[] = []
    api.use(
      http.post(planCall, async ({ request }) => {
        sent.push(await request.json())
        return answer({ state: 'done', subscription: changed() })
      }),
    )
    const view = show()
    const dialog = await openChoice(view)
    expect((await dialog.findByRole<HTMLInputElement>('radio', { name: /Your plan now/ })).checked).toBe(true)
    expect(dialog.getByText(/^Your plan stays as it is. From 05\/12\/2040 on, you pay \$9.99 \/ 1 week/)).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Keep my plan as it is' }).disabled).toBe(true)
    await view.user.click(dialog.getByRole('radio', { name: /12 weeks/ }))
    expect(dialog.getByText('Today you pay nothing, and your plan stays as it is until 05/12/2040.')).toBeTruthy()
    const later = 'On 05/12/2040, you pay $29.99. After that, it’s $59.99 / 12 weeks until you cancel.'
    expect(dialog.getByText(later)).toBeTruthy()
    await view.user.click(dialog.getByRole('button', { name: 'Change to this plan' }))
    expect(await screen.findByText('Your plan changes on 05/12/2040.')).toBeTruthy()
    expect(screen.getByText(/From then on, it’s \$59.99 \/ 12 weeks/)).toBeTruthy()
    expect(sent).toEqual([{ attempt: expect.stringMatching(/^[-0-9a-f]{36}$/), productId: 'twelve-weeks' }])
  })

  it('says that a free trial goes on', async () => {
    given(makeSubscription({ ...weeks(1, 999), status: 'trialing' }))
    offer(true)
    const view = show()
    const dialog = await openChoice(view)
    await view.user.click(await dialog.findByRole('radio', { name: /12 weeks/ }))
    expect(dialog.getByText('Today you pay nothing, and your free trial goes on until 05/12/2040.')).toBeTruthy()
  })

  it('says that a refused change can be tried again, with the same attempt', async () => {
    given(makeSubscription(weeks(1, 999)))
    offer()
    const attempts: unknown[] = []
    api.use(
      http.post(planCall, async ({ request }) => {
        attempts.push(((await request.json()) as { attempt: string }).attempt)
        return attempts.length === 1 ? HttpResponse.error() : answer({ state: 'begun', subscription: changed() })
      }),
    )
    const view = show()
    const dialog = await openChoice(view)
    await view.user.click(await dialog.findByRole('radio', { name: /12 weeks/ }))
    await view.user.click(dialog.getByRole('button', { name: 'Change to this plan' }))
    expect(await dialog.findByText('We couldn’t change your plan. Please try again.')).toBeTruthy()
    await view.user.click(dialog.getByRole('button', { name: 'Change to this plan' }))
    expect(await screen.findByText(/The payment provider isn’t answering right now/)).toBeTruthy()
    expect(attempts[1]).toBe(attempts[0])
  })

  it('is not overwritten by its own late answer after a newer change', async () => {
    vi.spyOn(location, 'reload').mockImplementation(() => {})
    const canceled = makeSubscription({ ...weeks(1, 999), cancel_at_period_end: true })
    given(makeSubscription(weeks(1, 999)))
    offer()
    const waiting: (() => void)[] = []
    let lateAnswers = 0
    api.use(
      http.post(planCall, async () => {
        await new Promise<void>((resolve) => void waiting.push(resolve))
        lateAnswers += 1
        return answer({ state: 'done', subscription: changed() })
      }),
      http.delete(oneCall, () => answer(canceled)),
    )
    const view = show()
    const dialog = await openChoice(view)
    await view.user.click(await dialog.findByRole('radio', { name: /12 weeks/ }))
    await view.user.click(dialog.getByRole('button', { name: 'Change to this plan' }))
    await view.user.click(dialog.getByRole('button', { name: 'Close' }))
    await confirmCancel(view)
    expect(await screen.findByText('Cancellation Scheduled')).toBeTruthy()
    let readings = 0
    api.use(
      http.get(listCall, () => {
        readings += 1
        return answer([canceled])
      }),
    )
    for (const release of waiting) release()
    await waitFor(() => expect([lateAnswers, readings]).toEqual([1, 1]))
    expect(screen.getByText('Cancellation Scheduled')).toBeTruthy()
    expect(screen.queryByText(/Your plan changes on/)).toBeNull()
    vi.restoreAllMocks()
  })

  it.each([
    ['past due', { status: 'past_due' }],
    ['ending', { cancel_at_period_end: true }],
    ['without a payment', { default_payment_method: null }],
    ['of an organization', { organization: { id: '8a5b1d3e-6f2c-4d7a-9b1e-2c3d4e5f6a7b', name: 'Kites' } }],
  ])('is not offered for a plan that is %s', async (_, more) => {
    given(makeSubscription(more))
    show()
    expect(await screen.findByText('Current plan')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change plan' })).toBeNull()
  })
})

describe('the reload after canceling', () => {
  const reload = vi.fn<() => void>()
  beforeEach(() => {
    reload.mockClear()
    vi.spyOn(location, 'reload').mockImplementation(reload)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('happens', async () => {
    await cancelWithHeldTime()
    act(() => void vi.advanceTimersByTime(2_000))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is skipped when the cancellation is undone first', async () => {
    await cancelWithHeldTime()
    api.use(http.post(resumeCall, () => answer(makeSubscription())))
    screen.getByRole('button', { name: 'Keep my subscription' }).click()
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Cancel subscription' })).toBeTruthy(), {
      timeout: 10_000,
    })
    act(() => void vi.advanceTimersByTime(5_000))
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('changing the card', () => {
  it("happens on the embedded provider's page, which is ours", async () => {
    given(makeSubscription())
    api.use(http.post(cardCall, () => answer({ url: 'http://elsewhere.example/checkout/card/bps_00000001' })))
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Change card' }))
    await waitFor(() => expect(view.address()).toBe('/checkout/card/bps_00000001'))
  })

  it("happens on any other provider's own page", async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    given(makeSubscription())
    api.use(http.post(cardCall, () => answer({ url: 'https://pay.example/p/session/1' })))
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Change card' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/session/1'))
    assign.mockRestore()
  })

  it('says why it failed', async () => {
    given(makeSubscription())
    api.use(http.post(cardCall, () => refusal(409, 'card_not_changeable', 'The card cannot be changed here.')))
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Change card' }))
    expect(await screen.findByText('The card cannot be changed here.')).toBeTruthy()
  })

  it('shows the new card after the way back, once the server has fetched it', async () => {
    given(makeSubscription())
    const card = { brand: 'mastercard', last4: '4444', exp_month: 11, exp_year: 2043 }
    api.use(http.post(refreshCall, () => answer(makeSubscription({ default_payment_method: { type: 'card', card } }))))
    const view = show('/subscription?card=changed')
    expect(await screen.findByText('Mastercard •••• 4444')).toBeTruthy()
    expect(await screen.findByText('Your payment method is up to date.')).toBeTruthy()
    await waitFor(() => expect(view.address()).toBe('/subscription'))
  })

  it('keeps the old card on screen when fetching failed', async () => {
    given(makeSubscription())
    api.use(http.post(refreshCall, () => refusal(503, 'unavailable')))
    show('/subscription?card=changed')
    expect(await screen.findByText(/isn’t available right now/)).toBeTruthy()
    expect(screen.getByText('Visa •••• 4242')).toBeTruthy()
  })
})
