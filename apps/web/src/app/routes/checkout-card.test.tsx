import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { CheckoutCardPage } from './checkout-card.tsx'

const pageCall = at('/api/embedded-card-page/{pageId}')
const changeCall = at('/api/embedded-card-page/{pageId}/change')

const givenPage = (changes: object = {}): void =>
  api.use(
    http.get(pageCall, () =>
      answer({
        pageId: 'bps_00000001',
        status: 'open',
        card: { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2041 },
        changedPath: '/subscription?card=changed',
        returnPath: '/subscription',
        ...changes,
      }),
    ),
  )

const show = () =>
  renderPage(
    <Switch>
      <Route path="/checkout/card/:pageId" component={CheckoutCardPage} />
    </Switch>,
    '/checkout/card/bps_00000001',
  )

const send = async ({ user }: ReturnType<typeof show>): Promise<void> => {
  await user.type(await screen.findByLabelText('Card number'), '4242 4242 4242 4242')
  await user.type(screen.getByLabelText('Expiry date'), '12/40')
  await user.type(screen.getByLabelText('CVC'), '123')
  await user.click(screen.getByRole('button', { name: 'Use this card' }))
}

describe('the test page for changing the card', () => {
  it('says that it is a test, shows the current card, and accepts another one', async () => {
    givenPage()
    api.use(http.post(changeCall, () => answer({ status: 'changed' })))
    const view = show()
    expect(await screen.findByText('Test page')).toBeTruthy()
    expect(screen.getByText('Your card now: Visa ending in 4242, expires 03/2041')).toBeTruthy()
    await send(view)
    await waitFor(() => expect(view.address()).toBe('/subscription?card=changed'))
  })

  it('shows a card error at its field', async () => {
    givenPage()
    const error = { status: 402, name: 'payment_declined', message: '', details: { reason: 'declined' } }
    api.use(http.post(changeCall, () => HttpResponse.json({ data: null, error }, { status: 402 })))
    const view = show()
    await send(view)
    expect(await screen.findByText('The card was declined. Try another card.')).toBeTruthy()
    expect(screen.getByLabelText('Card number').getAttribute('aria-invalid')).toBe('true')
  })

  it('can be left without changing it', async () => {
    givenPage()
    show()
    const link = await screen.findByRole('link', { name: 'Keep my current card' })
    expect(link.getAttribute('href')).toBe('/subscription')
  })

  it('leads back when it was already used', async () => {
    givenPage({ status: 'changed' })
    const view = show()
    await waitFor(() => expect(view.address()).toBe('/subscription?card=changed'))
  })

  it.each([
    ['has expired', () => givenPage({ status: 'expired' })],
    ['does not exist', () => api.use(http.get(pageCall, () => refusal(404, 'checkout_not_found')))],
  ])('says that it %s, and leads to the subscription', async (_, arrange) => {
    arrange()
    show()
    expect(await screen.findByText(/page has expired/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to my subscription' }).getAttribute('href')).toBe('/subscription')
  })

  it('can be retried when it fails to load', async () => {
    api.use(http.get(pageCall, () => refusal(503, 'unavailable')))
    const view = show()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    givenPage()
    await view.user.click(retry)
    expect(await screen.findByText('Test page')).toBeTruthy()
  })
})
