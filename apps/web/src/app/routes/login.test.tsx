import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { session } from '../../lib/session/session.ts'
import { wantedScreen } from '../../lib/session/wanted-screen.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { LoginPage } from './login.tsx'

const loginCall = at('/api/product-user/login')
const show = (address = '/login') =>
  renderPage(
    <Switch>
      <Route path="/login" component={LoginPage} />
    </Switch>,
    address,
  )

beforeEach(() => wantedScreen.remember('/login'))

const goToPin = async (view: ReturnType<typeof show>): Promise<void> => {
  await view.user.type(screen.getByLabelText('Email'), 'ana@example.com')
  await view.user.click(screen.getByRole('button', { name: 'LOG IN' }))
}

const signInWithoutPlan = async (view: ReturnType<typeof show>): Promise<void> => {
  api.use(http.post(loginCall, () => HttpResponse.json({ jwt: 'a-token', user: learner, needsPlan: true })))
  await view.user.click(screen.getByLabelText('Digit 1 of 4'))
  await view.user.keyboard('2749')
}

describe('the e-mail step', () => {
  it('disables LOG IN until the e-mail looks valid', async () => {
    const { user } = show()
    const button = screen.getByRole('button', { name: 'LOG IN' })
    await user.type(screen.getByLabelText('Email'), 'ana@example')
    expect(button).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText('Email'), '.com')
    expect(button).toHaveProperty('disabled', false)
  })

  it('leads to the PIN step without putting the e-mail into the address', async () => {
    const view = show()
    await goToPin(view)
    expect(view.address()).toBe('/login?step=pin')
    expect(screen.getByText('For ana@example.com')).toBeTruthy()
  })
})

it('offers the way through an organization to an address in its domain', async () => {
  const organization = { organizationId: 'o1', name: 'Example Ltd' }
  api.use(http.post(at('/api/organization-sign-in/find'), () => answer({ organization })))
  await goToPin(show())
  const link = await screen.findByRole('link', { name: 'Continue with Example Ltd' })
  expect(link.getAttribute('href')).toBe('/sso/o1')
})

it('names the organization that wants its own sign-in, after the right PIN', async () => {
  const refused = { data: null, error: { status: 403, name: 'organization_sign_in_required', message: '' } }
  const details = { organizationId: 'o1', name: 'Example Ltd' }
  api.use(
    http.post(loginCall, () =>
      HttpResponse.json({ ...refused, error: { ...refused.error, details } }, { status: 403 }),
    ),
  )
  const view = show()
  await goToPin(view)
  await view.user.click(screen.getByLabelText('Digit 1 of 4'))
  await view.user.keyboard('2749')
  expect((await screen.findAllByText('Example Ltd asks you to sign in through it.')).length).toBeGreaterThan(0)
})

it('has a simple header, without a way back on the e-mail step', async () => {
  const view = show()
  expect(screen.getByRole('banner')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back' })).toBe(null)
  await goToPin(view)
  expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Back' })).toBeTruthy()
})

it('offers the quiz to new visitors', () => {
  show()
  const link = screen.getByRole('link', { name: 'New here? Take the 1-minute quiz' })
  expect(link.getAttribute('href')).toBe('/quiz/f1/1/v1')
})

describe('the PIN step', () => {
  it('returns to the e-mail step when the page was loaded without an e-mail', () => {
    expect(show('/login?step=pin').address()).toBe('/login')
  })

  it('offers ways back to the e-mail and to a new PIN', async () => {
    const view = show()
    await goToPin(view)
    expect(screen.getByRole('link', { name: 'Forgot your PIN?' }).getAttribute('href')).toBe('/restore-pass')
    await view.user.click(screen.getByRole('button', { name: 'Back' }))
    expect(view.address()).toBe('/login')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@example.com')
  })

  it('signs in with the fourth digit, stores the token and opens the dashboard', async () => {
    const sent: unknown[] = []
    api.use(
      http.post(loginCall, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ jwt: 'a-token', user: learner })
      }),
    )
    const view = show()
    await goToPin(view)
    await view.user.keyboard('2749')
    await waitFor(() => expect(view.address()).toBe('/dashboard'))
    expect(sent).toEqual([{ email: 'ana@example.com', pin: '2749' }])
    expect(localStorage.getItem('jwt_token')).toBe('a-token')
  })

  it('says what is missing when fewer than four digits are submitted', async () => {
    const view = show()
    await goToPin(view)
    await view.user.keyboard('27')
    await view.user.click(screen.getByRole('button', { name: 'LOG IN' }))
    expect(screen.getAllByText('Please enter a 4-digit PIN')).toHaveLength(2)
    expect(screen.getByText('Oops!')).toBeTruthy()
  })

  it.each([
    ['a wrong PIN', () => refusal(401, 'invalid_credentials'), 'Invalid credentials'],
    ['a response without a token', () => HttpResponse.json({ jwt: '', user: learner }), 'Invalid credentials'],
    ['a server error', () => refusal(500, 'internal_error'), 'Login failed. Please try again.'],
    ['a lost connection', () => HttpResponse.error(), 'Login failed. Please try again.'],
    [
      'a browser that is not known',
      () => refusal(403, 'check_mailbox'),
      'We don’t recognize this browser yet. Open the link we’ve emailed you in this browser, then enter your PIN.',
    ],
    [
      'a dead address',
      () => refusal(422, 'address_bounces'),
      'Our emails to this address come back. Check it, use another address, or write to us through the support form.',
    ],
    [
      'a wait of five minutes',
      () => refusal(429, 'too_many_requests', '', { 'retry-after': '300' }),
      'Too many attempts. Please wait 5 minutes and try again.',
    ],
  ])('shows %s inline and as a toast, and clears the boxes', async (_, respond, sentence) => {
    api.use(http.post(loginCall, respond))
    const view = show()
    await goToPin(view)
    await view.user.keyboard('1593')
    expect(await screen.findAllByText(sentence)).toHaveLength(2)
    expect(screen.getByLabelText('Digit 1 of 4')).toHaveProperty('value', '')
    // The boxes take input again once the call has ended, a moment after its message.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Digit 1 of 4')))
    expect(session.token()).toBe('')
  })
})

describe('a mailed link for a new browser', () => {
  const confirmCall = at('/api/product-user/confirm-device')

  it('is sent once, is removed from the address, and leads to the PIN of its account', async () => {
    const sent: unknown[] = []
    api.use(
      http.post(confirmCall, async ({ request }) => {
        sent.push(await request.json())
        return answer({ email: 'ana@example.com' })
      }),
    )
    const view = show('/login?token=AbC-123')
    expect(await screen.findByText('For ana@example.com')).toBeTruthy()
    expect(screen.getByText('We recognize this browser now. Enter your PIN to sign in.')).toBeTruthy()
    expect(view.address()).toBe('/login?step=pin')
    expect(sent).toEqual([{ token: 'AbC-123' }])
  })

  it('says that it is no longer valid, and the e-mail step still works', async () => {
    api.use(http.post(confirmCall, () => refusal(400, 'invalid_token')))
    const view = show('/login?token=AbC-123')
    expect(await screen.findByText(/This link has been used or has expired/)).toBeTruthy()
    expect(view.address()).toBe('/login')
    await goToPin(view)
    expect(screen.getByText('For ana@example.com')).toBeTruthy()
  })

  it('can be retried after a lost connection', async () => {
    api.use(http.post(confirmCall, () => HttpResponse.error()))
    const view = show('/login?token=AbC-123')
    expect(await screen.findByText('We couldn’t check your link. Please try again.')).toBeTruthy()
    api.use(http.post(confirmCall, () => answer({ email: 'ana@example.com' })))
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('For ana@example.com')).toBeTruthy()
  })
})

describe('a signed-in learner', () => {
  it('goes to the courses', () => {
    session.setToken('a-token')
    expect(show().address()).toBe('/courses')
  })

  it('can still use the mailed link, and then continues', async () => {
    session.setToken('a-token')
    api.use(http.post(at('/api/product-user/confirm-device'), () => answer({ email: 'ana@example.com' })))
    const view = show('/login?token=AbC-123')
    expect(await screen.findByText('We recognize this browser now. Enter your PIN to sign in.')).toBeTruthy()
    await waitFor(() => expect(view.address()).toBe('/courses'))
  })
})

describe('a learner whose subscription has ended', () => {
  it('sees why once, finds the plans, and has the e-mail in its field', () => {
    session.setToken('a-token')
    session.clear('subscriptionExpired', 'ana@example.com')
    show()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@example.com')
    expect(screen.getByText('Log in with your PIN to choose a plan. Your progress is safe.')).toBeTruthy()
    expect(screen.getByText('Subscription has expired. User has been logged out.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/plans')
  })

  it('gets to the PIN by following the link to data and deletion, and then to that screen', async () => {
    session.setToken('a-token')
    session.clear('subscriptionExpired', 'ana@example.com')
    const view = show()
    await view.user.click(screen.getByRole('button', { name: 'Download my data or delete my account' }))
    expect(await screen.findByText('For ana@example.com')).toBeTruthy()
    expect(screen.getByText(/Log in to download your data or delete your account/)).toBeTruthy()
    await signInWithoutPlan(view)
    await waitFor(() => expect(view.address()).toBe('/delete-account'))
  })

  it('gets to the plans after the PIN', async () => {
    const view = show()
    await goToPin(view)
    await signInWithoutPlan(view)
    await waitFor(() => expect(view.address()).toBe('/plans'))
  })
})
