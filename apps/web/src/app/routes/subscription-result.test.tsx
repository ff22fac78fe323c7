import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { begunCheckout } from '../../features/billing/begun-checkout.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { registration } from '../../lib/registration.ts'
import { session } from '../../lib/session/session.ts'
import { leftScreen } from '../../lib/session/wanted-screen.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { SubscriptionFailedPage, SubscriptionSuccessPage } from './subscription-result.tsx'

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
const open = { status: 'open', email: null, pinSetupToken: null }
const paid = { status: 'paid', email: 'ana@example.com', pinSetupToken: null }

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

  it('names the mailbox, the login and the link for a PIN where the payment made no account', async () => {
    givenBegun()
    givenClaims(() => answer(paid))
    show()
    await screen.findByRole('heading', { name: 'You are in' })
    expect(screen.getByText(/We have sent a message to ana@example.com that says how to go on/)).toBeTruthy()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login', '/restore-pass'])
  })

  it('leads a learner whose plan had ended back to the screen that was open then', async () => {
    session.setToken('a-token', null, true)
    leftScreen.remember('/course/ai-zero/lesson/l02/learn', '?fragment=2')
    givenBegun()
    givenClaims(() => answer(paid))
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/course/ai-zero/lesson/l02/learn?fragment=2'))
    expect(sessionStorage.getItem('needs_plan')).toBe(null)
    leftScreen.forget()
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

  it('asks the payer to look into the mailbox when the server does not know the nonce', async () => {
    givenBegun()
    givenClaims(() => refusal(404, 'checkout_not_found'))
    const ordered = givenMail()
    show('/subscription/success')
    expect(await screen.findByText(/We are confirming your payment/)).toBeTruthy()
    expect(ordered).toEqual(['/api/checkout/cs_00000001/mail'])
  })
})

const ownCall = at('/api/checkout/own')
const mailCall = at('/api/checkout/{sessionId}/mail')

/** Takes orders for the mail with the way in; gives the paths that were called. */
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

/** Answers what has become of the learner's own checkout, one status after the other; gives the queries. */
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
  it('finds the payment of a signed-in learner by its id, and waits for it', async () => {
    session.setToken('a-token')
    const asked = givenOwn('open', 'paid')
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/dashboard'), { timeout: 5_000 })
    expect(asked).toEqual(['?sessionId=cs_00000001', '?sessionId=cs_00000001'])
  })

  it('finds the payment of a signed-in learner without an id', async () => {
    session.setToken('a-token')
    const asked = givenOwn('paid')
    const view = show('/subscription/success')
    await waitFor(() => expect(view.address()).toBe('/dashboard'))
    expect(asked).toEqual([''])
  })

  it('leads a signed-in learner whose payment came to nothing to the failed page', async () => {
    session.setToken('a-token')
    givenOwn('failed')
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/subscription/failed'))
  })

  it.each([
    ['a visitor', () => undefined],
    [
      'a tab of another checkout',
      () => begunCheckout.keep({ sessionId: 'cs_other000', nonce: 'x', productId: 'month' }),
    ],
    [
      'a learner whose payment it is not',
      () => {
        session.setToken('a-token')
        givenOwn(null)
      },
    ],
  ])('tells %s that a mail comes, orders it once, and names nobody', async (_, given) => {
    given()
    const ordered = givenMail()
    show()
    expect(await screen.findByText(/we send a mail to the address you paid with/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Thank you' })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/browser|@/)
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'I have no PIN yet' }).getAttribute('href')).toBe('/restore-pass')
    expect(ordered).toEqual(['/api/checkout/cs_00000001/mail'])
  })

  it('promises no mail that could not be ordered', async () => {
    givenMail(() => refusal(429, 'too_many_requests'))
    show()
    expect(await screen.findByText(/If you have paid, your account is ready/)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/mail to|browser/)
  })

  it('orders no mail without the id of a payment', async () => {
    const ordered = givenMail()
    show('/subscription/success')
    expect(await screen.findByText(/If you have paid, your account is ready/)).toBeTruthy()
    expect(ordered).toEqual([])
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

  it.each([
    ['the offer', '/onboarding/offer', () => registration.write({ email: 'a@b.example', registrationToken: 'r' })],
    ['the plans', '/plans', () => undefined],
  ])('is not shown to a customer who canceled: the way leads back to %s', async (_, address, given) => {
    given()
    const view = show('/subscription/failed?reason=canceled')
    await waitFor(() => expect(view.address()).toBe(address))
    expect(screen.queryByText('The payment did not go through')).toBeNull()
  })
})
