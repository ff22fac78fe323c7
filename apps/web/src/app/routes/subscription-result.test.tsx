import { render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { TangledKite } from '../../components/kite-drawing.tsx'
import { LiftingKite, SteadyKite } from '../../components/kite-moods.tsx'
import { begunCheckout } from '../../features/billing/begun-checkout.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { registration } from '../../lib/registration.ts'
import { session } from '../../lib/session/session.ts'
import { leftScreen } from '../../lib/session/wanted-screen.ts'
import { useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { makeCourse } from '../../test-support/make-course.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { SubscriptionFailedPage, SubscriptionSuccessPage } from './subscription-result.tsx'

const claimCall = at('/api/checkout/{sessionId}/claim')
const show = (address = '/subscription/success?session_id=cs_00000001') =>
  renderPage(
    <Switch>
      <Route path="/subscription/success" component={SubscriptionSuccessPage} />
      <Route path="/subscription/failed" component={SubscriptionFailedPage} />
    </Switch>,
    address,
  )

const givenBegun = (): void => begunCheckout.keep({ sessionId: 'cs_00000001', nonce: 'a-nonce', productId: 'month' })
const open = { status: 'open', email: null, pinSetupToken: null }
const paid = { status: 'paid', email: 'ana@example.com', pinSetupToken: null }

/** Mocks one answer after another; the last one repeats. */
const givenClaims = (...claims: (() => Response)[]) => {
  const sent: unknown[] = []
  api.use(
    http.post(claimCall, async ({ request }) => {
      sent.push(await request.json())
      return (claims[sent.length - 1] ?? claims.at(-1) ?? (() => answer(open)))() as ReturnType<typeof answer>
    }),
  )
  return sent
}

describe('after paying', () => {
  it("waits for the provider's result, then leads to a PIN without the token in the address", async () => {
    givenBegun()
    const sent = givenClaims(
      () => answer(open),
      () => refusal(503, 'unavailable'),
      () => answer({ ...paid, pinSetupToken: 'a-setup-token' }),
    )
    show()
    expect(screen.getByRole('heading', { name: 'One moment…' })).toBeTruthy()
    const toPin = await screen.findByRole('link', { name: 'Choose my PIN' }, { timeout: 8_000 })
    expect(toPin.getAttribute('href')).toBe('/pin?email=ana%40example.com')
    expect(sent).toEqual(Array.from({ length: 3 }, () => ({ nonce: 'a-nonce' })))
    expect(pinSetup.tokenFor('ana@example.com')).toBe('a-setup-token')
  }, 10_000)

  it("leads on after a reload that lost the page's first response", async () => {
    givenBegun()
    pinSetup.keep({ email: 'ana@example.com', token: 'a-setup-token' })
    givenClaims(() => answer(paid))
    show('/subscription/success')
    expect((await screen.findByRole('link', { name: 'Choose my PIN' })).getAttribute('href')).toBe(
      '/pin?email=ana%40example.com',
    )
  })

  it('names the chosen course, its first lesson and the minutes a day, once per checkout', async () => {
    givenBegun()
    useOnboardingProgress.setState({ quiz: { variant: 1, version: 1 } })
    const course = makeCourse()
    const plan = { course: { id: course.id, title: 'A course', description: '' }, dailyMinutes: 10 }
    api.use(
      http.post(at('/api/onboarding/{onboardingId}/plan'), () => answer(plan)),
      http.get(at('/api/courses/{id}'), () => answer(course)),
    )
    givenClaims(() => answer({ ...paid, pinSetupToken: 'a-setup-token' }))
    const first = show()
    await screen.findByRole('heading', { name: /You’re in\.\s+Day 1 starts now/ })
    expect(screen.getByText('A course, 10 minutes a day')).toBeTruthy()
    expect(screen.getByText('Your first lesson: Lesson l1')).toBeTruthy()
    first.unmount()
    const second = show()
    await waitFor(() => expect(second.address()).toBe('/pin?email=ana%40example.com'))
  })

  it('names the mailbox, the login and the link for a PIN when the payment created no account', async () => {
    givenBegun()
    givenClaims(() => answer(paid))
    show()
    await screen.findByRole('heading', { name: 'You’re in' })
    expect(screen.getByText(/We’ve sent an email to ana@example.com with the next steps/)).toBeTruthy()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login', '/restore-pass'])
  })

  it('returns a learner whose plan had ended to the screen that was open then', async () => {
    session.setToken('a-token', null, true)
    leftScreen.remember('/course/ai-zero/lesson/l02/learn', '?fragment=2')
    givenBegun()
    givenClaims(() => answer(paid))
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/course/ai-zero/lesson/l02/learn?fragment=2'))
    expect(localStorage.getItem('needs_plan')).toBe(null)
    leftScreen.forget()
  })

  it('leads a signed-in learner to the dashboard', async () => {
    session.setToken('a-token')
    givenBegun()
    givenClaims(() => answer(paid))
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/dashboard'))
  })

  it('leads to the failed page when the payment failed', async () => {
    givenBegun()
    givenClaims(() => answer({ ...open, status: 'failed' }))
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/subscription/failed'))
  })

  it('asks the payer to check the mailbox when the server does not know the nonce', async () => {
    givenBegun()
    givenClaims(() => refusal(404, 'checkout_not_found'))
    const ordered = givenMail()
    show('/subscription/success')
    expect(await screen.findByText(/We’re confirming your payment/)).toBeTruthy()
    expect(ordered).toEqual(['/api/checkout/cs_00000001/mail'])
  })
})

const ownCall = at('/api/checkout/own')
const mailCall = at('/api/checkout/{sessionId}/mail')

/** Mocks the requests for the sign-in mail; returns the paths that were called. */
const givenMail = (respond: () => Response = () => answer({ sent: true })): string[] => {
  const ordered: string[] = []
  api.use(
    http.post(mailCall, ({ request }) => {
      ordered.push(new URL(request.url).pathname)
      return respond() as ReturnType<typeof answer>
    }),
  )
  return ordered
}

/** Mocks the learner's own checkout, one status after another; returns the queries. */
const givenOwn = (...statuses: (string | null)[]): string[] => {
  const asked: string[] = []
  api.use(
    http.get(ownCall, ({ request }) => {
      asked.push(new URL(request.url).search)
      return answer({ status: statuses[asked.length - 1] ?? null })
    }),
  )
  return asked
}

describe('after paying, in a tab without the nonce', () => {
  it("finds a signed-in learner's payment by its id, and waits for it", async () => {
    session.setToken('a-token')
    const asked = givenOwn('open', 'paid')
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/dashboard'), { timeout: 5_000 })
    expect(asked).toEqual(['?sessionId=cs_00000001', '?sessionId=cs_00000001'])
  })

  it("finds a signed-in learner's payment without an id", async () => {
    session.setToken('a-token')
    const asked = givenOwn('paid')
    const view = show('/subscription/success')
    await waitFor(() => expect(view.address()).toBe('/dashboard'))
    expect(asked).toEqual([''])
  })

  it('leads a signed-in learner whose payment failed to the failed page', async () => {
    session.setToken('a-token')
    givenOwn('failed')
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/subscription/failed'))
  })

  it.each([
    ['a visitor', () => undefined],
    [
      'a tab with another checkout',
      () => begunCheckout.keep({ sessionId: 'cs_other000', nonce: 'x', productId: 'month' }),
    ],
    [
      'a learner with no such payment',
      () => {
        session.setToken('a-token')
        givenOwn(null)
      },
    ],
  ])('tells %s that a mail is coming, requests it once, and reveals no name', async (_, given) => {
    given()
    const ordered = givenMail()
    show()
    expect(await screen.findByText(/we’ll send an email to the address you paid with/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Thank you' })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/browser|@/)
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'I don’t have a PIN yet' }).getAttribute('href')).toBe('/restore-pass')
    expect(ordered).toEqual(['/api/checkout/cs_00000001/mail'])
  })

  it('promises no mail when the request failed', async () => {
    givenMail(() => refusal(429, 'too_many_requests'))
    show()
    expect(await screen.findByText(/If you’ve paid, your account is ready/)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/mail to|browser/)
  })

  it('requests no mail without a payment id', async () => {
    const ordered = givenMail()
    show('/subscription/success')
    expect(await screen.findByText(/If you’ve paid, your account is ready/)).toBeTruthy()
    expect(ordered).toEqual([])
  })
})

const draw = (kite: ReactNode): string => render(kite).container.innerHTML

describe('the failed page', () => {
  it('says that nothing is charged and leads back to the offer, where everything is kept', () => {
    registration.write({ email: 'ana@example.com', registrationToken: 'a-registration' })
    show('/subscription/failed')
    expect(screen.getByText(/You haven’t been charged/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to the plans' }).getAttribute('href')).toBe('/onboarding/offer')
  })

  it('shows the tangled kite, and none that flies', () => {
    const tangled = draw(<TangledKite />)
    const flying = [<LiftingKite key="l" />, <SteadyKite key="s" />].map(draw)
    const page = show('/subscription/failed').container.innerHTML
    expect(page).toContain(tangled)
    expect(flying.filter((kite) => page.includes(kite))).toEqual([])
  })

  it('leads to the plans without a registration', () => {
    show('/subscription/failed')
    expect(screen.getByRole('link', { name: 'Back to the plans' }).getAttribute('href')).toBe('/plans')
  })

  it.each([
    ['the offer', '/onboarding/offer', () => registration.write({ email: 'a@b.example', registrationToken: 'r' })],
    ['the plans', '/plans', () => undefined],
  ])('is not shown to a customer who canceled: Back leads to %s', async (_, address, given) => {
    given()
    const view = show('/subscription/failed?reason=canceled')
    await waitFor(() => expect(view.address()).toBe(address))
    expect(screen.queryByText('The payment didn’t go through')).toBeNull()
  })
})
