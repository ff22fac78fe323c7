import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { registration } from '../../lib/registration.ts'
import { makePlan, twelveWeeks } from '../../test-support/make-plan.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { CheckoutPage } from './checkout.tsx'

afterEach(() => void vi.restoreAllMocks())

const checkoutCall = at('/api/embedded-checkout/{sessionId}')
const payCall = at('/api/embedded-checkout/{sessionId}/pay')
const successPath = '/subscription/success?session_id=cs_00000001'

const givenCheckout = (changes: object = {}): void =>
  api.use(
    http.get(checkoutCall, () =>
      answer({
        sessionId: 'cs_00000001',
        status: 'open',
        email: 'ana@example.com',
        plan: makePlan(),
        successPath,
        failedPath: '/subscription/failed',
        ...changes,
      }),
    ),
  )

const pages = (
  <Switch>
    <Route path="/checkout/:sessionId" component={CheckoutPage} />
  </Switch>
)
const show = () => renderPage(pages, '/checkout/cs_00000001')

const fill = async ({ user }: ReturnType<typeof show>): Promise<void> => {
  await user.type(await screen.findByLabelText('Card number'), '4242 4242 4242 4242')
  await user.type(screen.getByLabelText('Expiry date'), '12/40')
  await user.type(screen.getByLabelText('CVC'), '123')
}

const refuseCard = (reason: string) =>
  HttpResponse.json(
    { data: null, error: { status: 402, name: 'payment_declined', message: '', details: { reason } } },
    { status: 402 },
  )

describe('the test checkout', () => {
  it('says that it is a test, and shows the plan and its terms', async () => {
    givenCheckout()
    show()
    expect(await screen.findByText('Test checkout')).toBeTruthy()
    expect(screen.getByText(/This is a test. No money moves/)).toBeTruthy()
    expect(screen.getByText('For ana@example.com')).toBeTruthy()
    expect(screen.getByText(/^Free until .* then \$29.99 every month until you cancel\.$/)).toBeTruthy()
    expect(screen.getByText('$0.00')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Cancel and go back' }).getAttribute('href')).toBe('/plans')
  })

  it('asks for the country where something is taxed, says how much, and sends it', async () => {
    givenCheckout({ taxRates: [{ country: 'DE', percent: 19 }] })
    let sent: unknown = null
    api.use(
      http.post(payCall, async ({ request }) => {
        sent = await request.json()
        return answer({ status: 'paid' })
      }),
    )
    const view = show()
    expect(await screen.findByText('The price includes no tax.')).toBeTruthy()
    await view.user.selectOptions(screen.getByLabelText('Country'), 'Germany')
    expect(screen.getByText('$29.99 includes 19% tax: $4.79.')).toBeTruthy()
    await fill(view)
    await view.user.click(screen.getByRole('button', { name: 'Start the free trial' }))
    await waitFor(() => expect(sent).toMatchObject({ country: 'DE' }))
  })

  it.each(['C', 'en-US@posix', ''])('opens in a browser whose language is "%s"', async (language) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    givenCheckout({ taxRates: [{ country: 'DE', percent: 19 }] })
    show()
    expect(await screen.findByText('The price includes no tax.')).toBeTruthy()
  })

  it.each([
    ['a customer who came from the offer goes one step back', { isFromOffer: true }, '/onboarding/offer?of=history'],
    ['a customer who opened the page again goes to the offer', null, '/onboarding/offer'],
  ])('can be left without paying: %s', async (_, state, address) => {
    registration.write({ email: 'ana@example.com', registrationToken: 'a-registration' })
    givenCheckout()
    const view = renderPage(pages, ['/onboarding/offer?of=history', { pathname: '/checkout/cs_00000001', state }])
    await view.user.click(await screen.findByRole('link', { name: 'Cancel and go back' }))
    await waitFor(() => expect(view.address()).toBe(address))
  })

  it('pays and moves on', async () => {
    givenCheckout({ plan: twelveWeeks })
    const sent: unknown[] = []
    api.use(
      http.post(payCall, async ({ request }) => {
        sent.push(await request.json())
        return answer({ status: 'paid' })
      }),
    )
    const view = show()
    await fill(view)
    await view.user.click(screen.getByRole('button', { name: 'Pay $59.99' }))
    await waitFor(() => expect(view.address()).toBe(successPath))
    expect(sent).toEqual([{ cardNumber: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' }])
  })

  it.each([
    ['declined', 'Card number', 'The card was declined. Try another card.'],
    ['number', 'Card number', 'This card number isn’t right. Please check it.'],
    ['not_a_test_card', 'Card number', 'Only the test cards work here. Never enter a real card.'],
    ['expiry', 'Expiry date', 'Enter a future month and year, as MM/YY.'],
    ['cvc', 'CVC', 'The CVC has three or four digits.'],
  ])('shows %s at the field, keeps number and date, and asks for the CVC again', async (reason, label, sentence) => {
    givenCheckout()
    api.use(http.post(payCall, () => refuseCard(reason)))
    const view = show()
    await fill(view)
    await view.user.click(screen.getByRole('button', { name: 'Start the free trial' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(screen.getByLabelText(label))
    const kept = ['Card number', 'Expiry date', 'CVC'].map(
      (name) => screen.getByLabelText<HTMLInputElement>(name).value,
    )
    expect(kept).toEqual(['4242 4242 4242 4242', '12 / 40', ''])
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('4242')
  })

  it('survives a lost connection', async () => {
    givenCheckout()
    api.use(http.post(payCall, () => HttpResponse.error()))
    const view = show()
    await fill(view)
    await view.user.click(screen.getByRole('button', { name: 'Start the free trial' }))
    expect(await screen.findByText(/We couldn’t reach Kitewise/)).toBeTruthy()
    expect(view.address()).toBe('/checkout/cs_00000001')
  })

  it.each([
    ['paid', successPath],
    ['failed', '/subscription/failed'],
  ])('leads on when it is already %s', async (status, address) => {
    givenCheckout({ status })
    const view = show()
    await waitFor(() => expect(view.address()).toBe(address))
  })

  it('says that it does not exist, and leads to the plans', async () => {
    api.use(http.get(checkoutCall, () => refusal(404, 'checkout_not_found')))
    show()
    expect(await screen.findByText('This checkout no longer exists.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/plans')
  })
})
