import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { SsoConfirmPage, SsoPage, SsoReturnPage } from './sso.tsx'

const call = (name: string) => at(`/api/organization-sign-in/{organizationId}${name}`)
const show = (address: string) =>
  renderPage(
    <Switch>
      <Route path="/sso/:organizationId" component={SsoPage} />
      <Route path="/sso/:organizationId/return" component={SsoReturnPage} />
      <Route path="/sso/:organizationId/confirm" component={SsoConfirmPage} />
    </Switch>,
    address,
  )
const signedIn = { jwt: 'a-token', user: learner }

it('says where it leads and what a newcomer confirms, or that there is no such page', async () => {
  api.use(http.get(call(''), () => answer({ organizationId: 'o1', name: 'Example Ltd' })))
  show('/sso/o1')
  expect(await screen.findByRole('heading', { name: 'Sign in with Example Ltd' })).toBeTruthy()
  expect(screen.getByText(/I am 16 or older/)).toBeTruthy()
})

it('says that there is no such page', async () => {
  api.use(http.get(call(''), () => refusal(404, 'not_found')))
  show('/sso/o2')
  expect((await screen.findByRole('alert')).textContent).toContain('doesn’t exist')
})

it('signs in when the provider leads back', async () => {
  api.use(http.post(call('/return'), () => answer({ outcome: 'signed_in', session: signedIn })))
  const view = show('/sso/o1/return?code=x&state=y')
  await expect.poll(() => view.address()).toBe('/dashboard')
  expect(session.token()).toBe('a-token')
})

it('lets a learner confirm the account with the PIN, and says when it is wrong', async () => {
  let isRight = false
  api.use(
    http.post(call('/return'), () => answer({ outcome: 'confirm', name: 'Example Ltd', email: 'ana@example.com' })),
    http.post(call('/confirm'), () => (isRight ? answer(signedIn) : refusal(403, 'wrong_pin'))),
  )
  const { user } = show('/sso/o1/return?code=x&state=y')
  await user.click(await screen.findByLabelText('Digit 1 of 4'))
  await user.keyboard('1111')
  expect(await screen.findByText('That PIN isn’t right. Please try again.')).toBeTruthy()
  isRight = true
  await user.keyboard('2749')
  await expect.poll(() => session.token()).toBe('a-token')
})

it('sends a link on request, which signs in', async () => {
  const bodies: unknown[] = []
  api.use(
    http.post(call('/return'), () => answer({ outcome: 'confirm', name: 'Example Ltd', email: 'ana@example.com' })),
    http.post(call('/confirm-by-mail'), async ({ request }) => {
      bodies.push(await request.json())
      return answer({ sent: true })
    }),
  )
  const { user } = show('/sso/o1/return?code=x&state=y')
  await user.click(await screen.findByRole('button', { name: 'Email me a link instead' }))
  expect(await screen.findByText('We’ve emailed a link to ana@example.com. Open it in this browser.')).toBeTruthy()
  expect(bodies).toEqual([{ email: 'ana@example.com' }])
})

it.each([
  ['organization_sign_in_refused', 400, /couldn’t accept/],
  ['organization_sign_in_unavailable', 503, /doesn’t answer/],
  ['organization_access_ended', 403, /still yours/],
  ['organization_not_joined', 403, /invitation/],
])('%s says what to do', async (name, status, words) => {
  api.use(
    http.post(call('/return'), () =>
      HttpResponse.json({ data: null, error: { name, status, message: '' } }, { status }),
    ),
  )
  show('/sso/o1/return?code=x&state=y')
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(screen.getByRole('link', { name: 'Start again' })).toBeTruthy()
})
