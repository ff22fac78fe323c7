import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { begunCheckout } from '../../features/billing/begun-checkout.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { registration } from '../../lib/registration.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { SubscriptionFailedPage } from './subscription-failed.tsx'
import { SubscriptionSuccessPage } from './subscription-success.tsx'

const claimCall = at('/api/checkout/{sessionId}/claim')
const show = (address = '/subscription/success?session_id=cs_00000001') =>
  renderPage(
    <Routes>
      <Route path="/subscription/success" element={<SubscriptionSuccessPage />} />
      <Route path="/subscription/failed" element={<SubscriptionFailedPage />} />
      <Route path="*" element={null} />
    </Routes>,
    address,
  )

const givenBegun = (): void => begunCheckout.keep({ sessionId: 'cs_00000001', nonce: 'a-nonce', productId: 'month' })
const open = { status: 'open', email: null, hasPin: null, pinSetupToken: null }
const paid = { status: 'paid', email: 'ana@example.com', hasPin: false, pinSetupToken: null }

/** Gives one answer after the other, the last one for good. */
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
  it("waits for the provider's word, then leads to a PIN without the token in the address", async () => {
    givenBegun()
    const sent = givenClaims(
      () => answer(open),
      () => refusal(503, 'unavailable'),
      () => answer({ ...paid, pinSetupToken: 'a-setup-token' }),
    )
    const view = show()
    expect(screen.getByRole('heading', { name: 'One moment…' })).toBeTruthy()
    await waitFor(() => expect(view.address()).toBe('/pin?email=ana%40example.com'), { timeout: 8_000 })
    expect(sent).toEqual(Array.from({ length: 3 }, () => ({ nonce: 'a-nonce' })))
    expect(pinSetup.tokenFor('ana@example.com')).toBe('a-setup-token')
  }, 10_000)

  it('leads on after a reload that lost the first answer of the page', async () => {
    givenBegun()
    pinSetup.keep({ email: 'ana@example.com', token: 'a-setup-token' })
    givenClaims(() => answer(paid))
    const view = show('/subscription/success')
    await waitFor(() => expect(view.address()).toBe('/pin?email=ana%40example.com'))
  })

  it('leads to login who has a PIN, and offers a link to who has none', async () => {
    givenBegun()
    givenClaims(() => answer(paid))
    show()
    await screen.findByRole('heading', { name: 'You are in' })
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'I have no PIN yet' }).getAttribute('href')).toBe('/restore-pass')
  })

  it('leads to login alone who has a PIN, also when a token of before is kept', async () => {
    givenBegun()
    pinSetup.keep({ email: 'ana@example.com', token: 'a-setup-token' })
    givenClaims(() => answer({ ...paid, hasPin: true }))
    show()
    await screen.findByRole('heading', { name: 'You are in' })
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login'])
  })

  it('leads a signed-in learner to the dashboard', async () => {
    session.setToken('a-token')
    givenBegun()
    givenClaims(() => answer(paid))
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/dashboard'))
  })

  it('leads to the failed page when the payment came to nothing', async () => {
    givenBegun()
    givenClaims(() => answer({ ...open, status: 'failed' }))
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/subscription/failed'))
  })

  it.each([
    ['in another browser', () => undefined],
    ['for another checkout', () => begunCheckout.keep({ sessionId: 'cs_other000', nonce: 'x', productId: 'month' })],
  ])('%s tells nothing, and says how to get in', async (_, given) => {
    given()
    show()
    expect(await screen.findByText(/This browser did not begin the payment/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('tells nothing when the server does not know the checkout', async () => {
    givenBegun()
    givenClaims(() => refusal(404, 'checkout_not_found'))
    show()
    expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeTruthy()
  })
})

describe('the failed page', () => {
  it('says that nothing is charged and leads back to the offer, where everything is kept', () => {
    registration.write({ email: 'ana@example.com', registrationToken: 'a-registration' })
    show('/subscription/failed')
    expect(screen.getByText(/Nothing has been charged/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to the plans' }).getAttribute('href')).toBe('/onboarding/offer')
  })

  it('leads to the plans without a registration', () => {
    show('/subscription/failed')
    expect(screen.getByRole('link', { name: 'Back to the plans' }).getAttribute('href')).toBe('/plans')
  })
})
