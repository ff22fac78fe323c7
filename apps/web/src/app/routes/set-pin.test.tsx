import { cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { pinSetup } from '../../lib/pin-setup.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { PinPage, SetPinPage } from './pin.tsx'

const setPinCall = at('/api/product-user/set-pin')
const loginCall = at('/api/product-user/login')
const query = '?email=ana%40example.com'

const show = (address = `/pin${query}`) =>
  renderPage(
    <Switch>
      <Route path="/pin" component={PinPage} />
      <Route path="/confirm-pin" component={PinPage} />
      <Route path="/set-pin" component={SetPinPage} />
    </Switch>,
    address,
  )

const givenProof = (): void => pinSetup.keep({ email: 'ana@example.com', token: 'a-setup-token' })
const givenLogin = (): void => api.use(http.post(loginCall, () => HttpResponse.json({ jwt: 'a-jwt', user: learner })))

/** Mocks set-pin, and returns the request bodies. */
const givenSetPin = (respond: () => Response = () => answer({ isPinSetUp: true })) => {
  const sent: { bearer: string | null; body: unknown }[] = []
  api.use(
    http.post(setPinCall, async ({ request }) => {
      sent.push({ bearer: request.headers.get('authorization'), body: await request.json() })
      return respond() as HttpResponse<string>
    }),
  )
  return sent
}

const whatTheBrowserKeeps = (): string =>
  JSON.stringify([history.state, Object.entries(localStorage), Object.entries(sessionStorage)])

const enterTwice = async (view: ReturnType<typeof show>, first = '4826', second = first): Promise<void> => {
  await view.user.keyboard(first)
  await screen.findByRole('heading', { name: 'Enter your PIN again' })
  await view.user.keyboard(second)
}

describe('setting a PIN', () => {
  it('asks twice, sends the token as the bearer, signs in and opens the dashboard', async () => {
    givenProof()
    givenLogin()
    const sent = givenSetPin()
    const view = show()
    expect(screen.getByRole('heading', { name: 'Set your PIN' })).toBeTruthy()
    await view.user.keyboard('4826')
    expect(view.address()).toBe(`/confirm-pin${query}`)
    expect(whatTheBrowserKeeps()).not.toContain('4826')
    await view.user.keyboard('4826')
    await waitFor(() => expect(view.address()).toBe('/dashboard'))
    expect(sent).toEqual([{ bearer: 'Bearer a-setup-token', body: { email: 'ana@example.com', pin: '4826' } }])
    expect(screen.getByText('Your PIN is ready.')).toBeTruthy()
    expect(localStorage.getItem('jwt_token')).toBe('a-jwt')
    expect(sessionStorage.getItem('pin_setup')).toBe(null)
  })

  it('leads on when the PIN is already set, unless a new link was opened', () => {
    session.setToken('a-token', learner)
    expect(show().address()).toBe('/dashboard')
    cleanup()
    givenProof()
    expect(show().address()).toBe(`/pin${query}`)
  })

  it.each(['/pin', '/confirm-pin'])(
    '%s says what is missing when fewer than four digits are submitted',
    async (path) => {
      const view = show()
      if (path === '/confirm-pin') await view.user.keyboard('4826')
      await view.user.keyboard('48')
      await view.user.click(screen.getByRole('button', { name: path === '/pin' ? 'Continue' : 'Set PIN' }))
      expect(screen.getByText('The PIN code must have exactly 4 digits.')).toBeTruthy()
      expect(view.address()).toBe(`${path}${query}`)
    },
  )

  it.each([
    ['1111', 'all digits are the same'],
    ['1212', 'two pairs'],
    ['1234', 'follow one another'],
    ['1987', 'looks like a year'],
    ['2580', 'pattern on the keypad'],
    ['1379', 'pattern on the keypad'],
    ['5683', 'spells a common word'],
    ['0420', 'a date that many people know'],
    ['0007', 'it’s a well-known number'],
    ['1004', 'it’s a well-known number'],
    ['5000', 'three zeros'],
  ])('rejects %s at once and says why', async (pin, reason) => {
    const view = show()
    await view.user.keyboard(pin)
    expect(screen.getByText(new RegExp(reason))).toBeTruthy()
    expect(screen.getByLabelText('Digit 1 of 4')).toHaveProperty('value', '')
    expect(view.address()).toBe(`/pin${query}`)
  })

  it('reports two different PINs inline and as a toast, and asks again', async () => {
    const view = show()
    await enterTwice(view, '4826', '4827')
    expect(screen.getAllByText('PIN codes do not match.')).toHaveLength(2)
    expect(screen.getByLabelText('Digit 1 of 4')).toHaveProperty('value', '')
    expect(screen.getByRole('link', { name: 'Choose another PIN' }).getAttribute('href')).toBe(`/pin${query}`)
  })

  it.each([
    ['a server error', () => refusal(500, 'internal_error'), 'Failed to set PIN code. Please try again.'],
    ['a lost connection', () => HttpResponse.error(), 'Failed to set PIN code. Please try again.'],
    [
      'too many attempts',
      () => refusal(429, 'too_many_requests', '', { 'retry-after': '60' }),
      'Too many attempts. Please wait 1 minute and try again.',
    ],
  ])('reports %s and allows a retry', async (_, respond, sentence) => {
    givenProof()
    givenSetPin(respond)
    const view = show()
    await enterTwice(view)
    expect(await screen.findAllByText(sentence)).toHaveLength(2)
    givenSetPin()
    givenLogin()
    await view.user.keyboard('4826')
    await waitFor(() => expect(view.address()).toBe('/dashboard'))
  })

  it('signs in when an earlier attempt without a response had set the PIN', async () => {
    givenProof()
    givenSetPin(() => HttpResponse.error())
    givenLogin()
    const view = show()
    await enterTwice(view)
    await screen.findAllByText('Failed to set PIN code. Please try again.')
    givenSetPin(() => refusal(400, 'invalid_token'))
    await view.user.keyboard('4826')
    await waitFor(() => expect(view.address()).toBe('/dashboard'))
  })

  it.each([
    [400, 'invalid_token'],
    [401, 'unauthorized'],
    [403, 'reauthenticate'],
  ])('offers a mailed link without a valid proof (%i %s)', async (status, name) => {
    givenSetPin(() => refusal(status, name))
    const view = show()
    await enterTwice(view)
    const link = await screen.findByRole('link', { name: 'Send me a link to set my PIN' })
    expect(link.getAttribute('href')).toBe('/restore-pass')
    expect(screen.getAllByText('Failed to set PIN code. Please try again.')).toHaveLength(1)
    expect(screen.queryByText('Oops!')).toBe(null)
  })

  it('leads to login when the PIN is set but signing in fails', async () => {
    givenProof()
    givenSetPin()
    api.use(http.post(loginCall, () => refusal(503, 'unavailable')))
    const view = show()
    await enterTwice(view)
    await waitFor(() => expect(view.address()).toBe('/login'))
    expect(screen.getByText('Your PIN is ready.')).toBeTruthy()
  })
})

describe('the second step without the first', () => {
  it.each(['/confirm-pin', '/set-pin'])('%s starts over and keeps the query', (path) => {
    expect(show(`${path}${query}`).address()).toBe(`/pin${query}`)
  })
})
