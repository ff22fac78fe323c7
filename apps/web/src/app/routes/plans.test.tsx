import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { begunCheckout } from '../../features/billing/begun-checkout.ts'
import { useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { listWrites, storeWrite } from '../../lib/outbox/outbox.ts'
import { registration } from '../../lib/registration.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { fourWeeks, makePlan, twelveWeeks } from '../../test-support/make-plan.ts'
import { makeSubscription } from '../../test-support/make-subscription.ts'
import { renderPage, tokenOf } from '../../test-support/render-page.tsx'
import { screensFor } from '../screens.ts'
import { OfferPage } from './offer.tsx'

const plansCall = at('/api/plans')
const checkoutCall = at('/api/checkout')

/** A visitor's or a learner's, as in the app. */
const Plans = () => {
  const isSignedIn = useSession((state) => state.isAuthenticated)
  const shown = screensFor(isSignedIn).open.find(({ path }) => path === '/plans')
  return <Suspense>{shown && <shown.Screen />}</Suspense>
}

const show = (address = '/onboarding/offer') =>
  renderPage(
    <Switch>
      <Route path="/onboarding/offer" component={OfferPage} />
      <Route path="/plans" component={Plans} />
    </Switch>,
    address,
    'en',
    { as: null },
  )

const givenRegistration = (): void =>
  registration.write({ email: 'ana@example.com', registrationToken: 'a-registration' })
const givenPlans = (...plans: object[]): void => api.use(http.get(plansCall, () => answer(plans)))

const givenLanguages = (translated: number, total: number, ...wholeCourses: string[]): void =>
  api.use(http.get(at('/api/lesson-languages'), () => answer({ translated, total, wholeCourses })))

/** The days of payments, each with its lines. */
const timeline = (): string[] => {
  const section = screen.getByRole('heading', { name: 'What you pay, and when' }).closest('section')
  return [...(section?.querySelectorAll('li') ?? [])].map((knot) =>
    [...knot.children].map((line) => line.textContent).join(' / '),
  )
}

const option = (id: string, label: string, rest: object = {}) => ({ id, label, ...rest })

/** The rows below "You said". */
const said = async () => {
  const section = (await screen.findByRole('heading', { name: 'You said' })).closest('section')
  return [...(section?.querySelectorAll('dl > div') ?? [])].map((row) =>
    [...row.children].map((one) => one.textContent),
  )
}

/** Mocks the start of a checkout, and returns the request bodies. */
const givenCheckout = (url = 'http://localhost:3000/checkout/cs_00000001') => {
  const sent: unknown[] = []
  api.use(
    http.post(checkoutCall, async ({ request }) => {
      sent.push(await request.json())
      return answer({ sessionId: 'cs_00000001', url, nonce: 'a-nonce' })
    }),
  )
  return sent
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-10T12:00:00Z'), toFake: ['Date'] })
  givenPlans(twelveWeeks, makePlan())
  givenLanguages(14, 14, 'From zero')
})
afterEach(() => {
  pinSetup.forget()
  vi.useRealTimers()
})

describe('the language of the lessons', () => {
  it.each(['/onboarding/offer', '/plans'])('is stated at %s before anyone pays', async (address) => {
    givenRegistration()
    givenLanguages(15, 27, 'From zero')
    show(address)
    expect(await screen.findByText(/^15 of 27 lessons are in English, including all of “From zero”\./)).toBeTruthy()
  })

  it('is stated for all lessons, or without a whole course', async () => {
    givenRegistration()
    givenLanguages(14, 14, 'From zero')
    const { unmount } = show()
    expect(await screen.findByText('All 14 lessons are in English.')).toBeTruthy()
    unmount()
    givenLanguages(1, 13)
    show()
    expect(await screen.findByText(/^1 of 13 lessons are in English\./)).toBeTruthy()
  })
})

describe('the offer', () => {
  beforeEach(givenRegistration)

  it('shows each plan with price, billing label and badges, with the most popular one selected', async () => {
    show()
    expect(await screen.findByRole('radio', { name: '12 weeks $59.99 / 12 weeks about $0.71 a day' })).toHaveProperty(
      'checked',
      false,
    )
    const popular = screen.getByRole('radio', {
      name: /^Monthly ?Most popular ?7 days free ?\$29.99 \/ 1 month about \$0.99 a day$/,
    })
    expect(popular).toHaveProperty('checked', true)
    expect(screen.getByRole('heading', { name: 'What you get' })).toBeTruthy()
  })

  it('says when a trial ends, the first charge, and until when canceling is free', async () => {
    show()
    const button = await screen.findByRole('button', { name: 'Start the free trial' })
    expect(button.closest('form')?.textContent).toContain(
      'Free until 05/17/2026, then $29.99 every month until you cancel.',
    )
    expect(timeline()).toEqual([
      'Today / $0.00. Everything is open. / 7 days free, once per person.',
      '05/15/2026 / We email you a reminder / Cancel before 05/16/2026 and you pay nothing.',
      '05/17/2026 / First charge: $29.99 / Then $29.99 every month, until you cancel.',
    ])
  })

  it('shows the days and sums of a plan without a trial', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('radio', { name: /12 weeks/ }))
    expect(timeline()).toEqual([
      'Today / You pay $59.99',
      '08/02/2026 / Next charge: $59.99 / Cancel before 08/01/2026 to stop it.',
    ])
  })

  it('answers what one wants to know before paying, for the chosen plan', async () => {
    givenPlans(fourWeeks, makePlan(), twelveWeeks)
    const { user } = show()
    expect(await screen.findByText(/with screenshots of 7 days of learning and 4 finished lessons\./)).toBeTruthy()
    expect(screen.getByText(/We never see your card number/)).toBeTruthy()
    expect(screen.getByText('12 weeks cost $14.98 less than 3 × 4 weeks.')).toBeTruthy()
    expect(screen.getByText('Saves $14.98')).toBeTruthy()
    expect(screen.getByText(/^4 weeks cost less per day, .* Monthly starts with 7 free days\.$/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'The exact refund rule' }).getAttribute('href')).toBe('/subscription-terms')
    await user.click(screen.getByRole('radio', { name: /12 weeks/ }))
    expect(screen.getByText(/10 days of learning and 4 finished lessons\./)).toBeTruthy()
  })

  it('compares nothing when there is nothing to compare', async () => {
    givenPlans(makePlan())
    show()
    await screen.findByText(/We never see your card number/)
    expect(document.body.textContent).not.toMatch(/Saves|less than|cost less/)
  })

  it('shows a picture of the product, and nothing that hurries or is checked in advance', async () => {
    show()
    expect(await screen.findByRole('img', { name: /^A practice task/ })).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBe(null)
    expect(screen.queryByRole('timer')).toBe(null)
  })

  describe('with the answers of the quiz in this browser', () => {
    const steps = [
      { id: 'month', options: [option('basics', 'I know what AI can do'), option('writing', 'I write faster')] },
      { id: 'worries', options: [option('time', 'Little time'), option('nothing', 'Nothing', { isExclusive: true })] },
      { id: 'minutes', options: [option('five', '5 minutes')] },
    ].map((step) => ({ kind: 'single', title: '', text: '', ...step }))
    const givenAnswers = (answers: Record<string, string[]>): void => {
      useOnboardingProgress.setState({ quiz: { variant: 1, version: 1 }, answers })
      api.use(http.get(at('/api/quizzes/1/1'), () => answer({ variant: 1, version: 1, language: 'en', steps })))
    }
    afterEach(() => useOnboardingProgress.setState(useOnboardingProgress.getInitialState()))
    it('repeats what the learner said', async () => {
      givenAnswers({ month: ['writing'], worries: ['time'], minutes: ['five'] })
      show()
      expect(await said()).toEqual([
        ['Goal', 'I write faster'],
        ['Worry', 'Little time'],
        ['Each day', '5 minutes'],
      ])
    })

    it('leaves out a worry that is none', async () => {
      givenAnswers({ month: ['basics'], worries: ['nothing'] })
      show()
      expect(await said()).toEqual([['Goal', 'I know what AI can do']])
    })
  })

  it('says that a plan without a trial is charged today', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('radio', { name: /12 weeks/ }))
    expect(screen.getByText('We’ll charge $59.99 today, and then $59.99 every 12 weeks until you cancel.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeTruthy()
  })

  it('promises no free trial to a visitor who already had one', async () => {
    givenPlans(makePlan({ trialDays: 0 }))
    show()
    expect(await screen.findByText(/We’ll charge \$29.99 today, and then \$29.99 every month/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/free|trial/i)
  })

  it('leads to the PIN when the visitor has paid and comes back', () => {
    pinSetup.keep({ email: 'ana@example.com', token: 'a-setup-token' })
    expect(show().address()).toBe('/pin?email=ana%40example.com')
  })

  it("starts the plan's checkout with the registration and keeps the nonce in this tab", async () => {
    const sent = givenCheckout()
    const view = show()
    await view.user.click(await screen.findByRole('radio', { name: /12 weeks/ }))
    await view.user.click(screen.getByRole('button', { name: 'Continue to payment' }))
    await waitFor(() => expect(view.address()).toBe('/checkout/cs_00000001'))
    expect(sent).toEqual([{ productId: 'twelve-weeks', registrationToken: 'a-registration' }])
    expect(JSON.parse(sessionStorage.getItem('checkout') ?? '')).toEqual({
      sessionId: 'cs_00000001',
      nonce: 'a-nonce',
      productId: 'twelve-weeks',
    })
  })

  it("stays on this origin for the embedded provider's checkout", async () => {
    givenCheckout('https://another-name.example/checkout/cs_00000001')
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Start the free trial' }))
    await waitFor(() => expect(view.address()).toBe('/checkout/cs_00000001'))
  })

  it('leads to the PIN, without another payment, when this registration has already paid', async () => {
    givenCheckout('https://another-name.example/subscription/success?session_id=cs_00000001')
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Start the free trial' }))
    await waitFor(() => expect(view.address()).toBe('/subscription/success?session_id=cs_00000001'))
  })

  it("goes to the provider's own page if it has one", async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    givenCheckout('https://pay.example/c/1')
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Start the free trial' }))
    await waitFor(() => expect(String(assign.mock.calls[0]?.[0])).toBe('https://pay.example/c/1'))
    assign.mockRestore()
  })

  it('preselects the plan chosen before a failed payment', async () => {
    begunCheckout.keep({ sessionId: 'cs_00000001', nonce: 'a', productId: 'twelve-weeks' })
    show()
    expect(await screen.findByRole('radio', { name: /12 weeks/ })).toHaveProperty('checked', true)
  })

  it.each([
    [404, 'plan_not_found', 'No product ID provided', []],
    [
      409,
      'already_subscribed',
      'You already have a plan, so there’s nothing to pay.',
      [['Manage my subscription', '/subscription']],
    ],
    [
      400,
      'invalid_token',
      'It’s been too long since you gave us your email. Please enter it again.',
      [['Enter my email', '/onboarding/email']],
    ],
    [500, 'internal_error', 'Something went wrong. Please try again.', []],
  ])('shows %i %s and where to go next', async (status, name, sentence, wayOut) => {
    api.use(http.post(checkoutCall, () => refusal(status, name)))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Start the free trial' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    const links = screen.queryAllByRole('link').filter((link) => link.closest('form'))
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(wayOut)
  })

  it('shows the error for a missing product when the provider reports one', async () => {
    givenPlans(makePlan({ productId: '' }))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Start the free trial' }))
    expect(screen.getByText('No product ID provided')).toBeTruthy()
  })

  it('says when there is nothing for sale', async () => {
    givenPlans()
    show()
    expect(await screen.findByText('No plans available.')).toBeTruthy()
  })

  it('says when the prices fail to load, and retries', async () => {
    api.use(http.get(plansCall, () => HttpResponse.error()))
    const { user } = show()
    expect(await screen.findByText('Failed to load prices')).toBeTruthy()
    givenPlans(makePlan())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('radio')).toBeTruthy()
  })
})

describe('without a registration', () => {
  it('the offer asks for the e-mail again', () => {
    expect(show().address()).toBe('/onboarding/email')
  })

  it('the plans show prices, and choosing one leads to the quiz', async () => {
    const view = show('/plans')
    expect(await screen.findByRole('heading', { name: 'Select Your Plan' })).toBeTruthy()
    await view.user.click(await screen.findByRole('button', { name: 'Start the free trial' }))
    expect(view.address()).toBe('/quiz/f1/1/v1')
  })
})

describe('a signed-in learner', () => {
  const subscriptionsCall = at('/api/user-subscription')
  const month = 30 * 86_400
  const now = Date.parse('2026-05-10T12:00:00Z') / 1000
  const given = (...subscriptions: object[]): void => api.use(http.get(subscriptionsCall, () => answer(subscriptions)))

  beforeEach(() => session.setToken('a-token'))

  it('is welcomed back without a plan, and buys with the session alone', async () => {
    givenRegistration()
    given(makeSubscription({ current_period_end: now - month }))
    const asked: string[] = []
    api.use(
      http.get(plansCall, ({ request }) => {
        asked.push(new URL(request.url).search)
        return answer([makePlan()])
      }),
    )
    const sent = givenCheckout()
    const view = show('/plans')
    expect(await screen.findByText('Welcome back, your progress is safe')).toBeTruthy()
    expect(screen.getByText('Your plan has ended. Choose one and pick up where you left off.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBe(null)
    expect(screen.getByRole('link', { name: 'Download my data or delete my account' }).getAttribute('href')).toBe(
      '/delete-account',
    )
    await view.user.click(await screen.findByRole('button', { name: 'Start the free trial' }))
    await waitFor(() => expect(sent).toEqual([{ productId: 'month' }]))
    expect(asked).toEqual([''])
  })

  it('is asked about unsent work before logging out, which deletes it', async () => {
    session.setToken(tokenOf('ana'))
    const path = '/api/user-course-progress/fragment/ana/l1/0'
    await storeWrite('ana', { id: 'w1', path, body: { completed: true }, queuedAtMs: 0 })
    api.use(
      http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), () =>
        refusal(403, 'subscription_required'),
      ),
    )
    api.use(http.post(at('/api/product-user/logout'), () => answer({ loggedOut: true })))
    given()
    const view = show('/plans')
    await screen.findAllByRole('radio')
    await view.user.click(screen.getByRole('button', { name: 'Log out' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Log out and lose this?' }))
    expect(session.token()).toBe(tokenOf('ana'))
    await view.user.click(sheet.getByRole('button', { name: 'Log out' }))
    expect(session.token()).toBe('')
    await expect.poll(() => listWrites('ana')).toEqual([])
  })

  it('reads that an organization’s access has ended', async () => {
    const organization = { id: 'f3c1d0f0-3f0e-4c76-9d4c-5b3a4a4f5d11', name: 'Paper Birds' }
    given(makeSubscription({ current_period_end: now - month, organization }))
    show('/plans')
    expect(await screen.findByText('Your access through Paper Birds has ended.', { exact: false })).toBeTruthy()
  })

  it('does not read that a plan has ended if there never was one', async () => {
    given()
    show('/plans')
    expect(await screen.findByText(/You don’t have a plan right now/)).toBeTruthy()
  })

  it('sees the current plan and the way to the subscription, and nothing to buy', async () => {
    given(makeSubscription({ current_period_end: now + month }))
    show('/plans')
    expect((await screen.findByRole('link', { name: 'Manage my subscription' })).getAttribute('href')).toBe(
      '/subscription',
    )
    expect(screen.getByRole('heading', { name: 'Select Your Plan' })).toBeTruthy()
    expect(screen.getByText(/\$29\.99/)).toBeTruthy()
    expect(screen.queryByRole('radio')).toBe(null)
    expect(screen.queryAllByRole('button').map((button) => button.textContent)).not.toContain('Continue to payment')
    expect(screen.queryByText('Welcome back, your progress is safe')).toBe(null)
  })

  it('can retry when it is unknown whether there is a plan', async () => {
    api.use(http.get(subscriptionsCall, () => HttpResponse.error()))
    const { user } = show('/plans')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    given()
    await user.click(retry)
    expect(await screen.findByText('Welcome back, your progress is safe')).toBeTruthy()
  })
})

it('a visitor whose session just ended for lack of a plan is sent to sign-in, not to the quiz', async () => {
  session.setToken('a-token')
  session.clear('subscriptionExpired')
  const view = show('/plans')
  await view.user.click(await screen.findByRole('button', { name: 'Start the free trial' }))
  expect(view.address()).toBe('/login')
})
