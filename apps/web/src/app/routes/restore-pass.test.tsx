import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { pinSetup } from '../../lib/pin-setup.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { RestorePassPage } from './restore-pass.tsx'

const restoreCall = at('/api/product-user/restore-pin')
const checkCall = at('/api/product-user/check-pin-token')
const show = (address = '/restore-pass') =>
  renderPage(
    <Switch>
      <Route path="/restore-pass" component={RestorePassPage} />
    </Switch>,
    address,
  )

describe('a forgotten PIN', () => {
  it('requests a link and says the same whether or not there is an account', async () => {
    const sent: unknown[] = []
    api.use(
      http.post(restoreCall, async ({ request }) => {
        sent.push(await request.json())
        return answer({ sent: true })
      }),
    )
    const { user } = show()
    expect(screen.getByRole('button', { name: 'Send the link' })).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText('Email'), 'ana@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText(/If there’s an account for ana@example.com/)).toBeTruthy()
    expect(sent).toEqual([{ email: 'ana@example.com' }])
  })

  it('says that mails to the address come back', async () => {
    api.use(http.post(restoreCall, () => refusal(422, 'address_bounces')))
    const { user } = show()
    await user.type(screen.getByLabelText('Email'), 'ana@example.com{Enter}')
    expect(await screen.findByText(/Our emails to this address come back/)).toBeTruthy()
  })

  it('keeps the address when the mail request fails', async () => {
    api.use(http.post(restoreCall, () => refusal(429, 'too_many_requests', '', { 'retry-after': '120' })))
    const { user } = show()
    await user.type(screen.getByLabelText('Email'), 'ana@example.com{Enter}')
    expect(await screen.findByText('Too many attempts. Please wait 2 minutes and try again.')).toBeTruthy()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@example.com')
  })
})

describe('a mailed link', () => {
  it('is removed from the address at once and leads to a new PIN', async () => {
    api.use(http.post(checkCall, () => answer({ email: 'ana@example.com' })))
    const view = show('/restore-pass?token=abc')
    expect(view.address()).toBe('/restore-pass')
    expect(screen.getByText('Checking your link…')).toBeTruthy()
    await waitFor(() => expect(view.address()).toBe('/pin?email=ana%40example.com'))
    expect(pinSetup.tokenFor('ana@example.com')).toBe('abc')
  })

  it('survives a reload while it is checked, and is forgotten afterwards', async () => {
    api.use(http.post(checkCall, () => HttpResponse.error()))
    const first = show('/restore-pass?token=abc')
    await screen.findByRole('button', { name: 'Try again' })
    first.unmount()
    api.use(http.post(checkCall, () => answer({ email: 'ana@example.com' })))
    const reloaded = show('/restore-pass')
    await waitFor(() => expect(reloaded.address()).toBe('/pin?email=ana%40example.com'))
    expect(sessionStorage.getItem('link:/restore-pass')).toBe(null)
  })

  it('says that it is no longer valid and asks for the e-mail again', async () => {
    api.use(http.post(checkCall, () => refusal(400, 'invalid_token')))
    show('/restore-pass?token=abc')
    expect(await screen.findByText('This link is no longer valid. Ask for a new one.')).toBeTruthy()
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  it('can be checked again after a lost connection', async () => {
    api.use(http.post(checkCall, () => HttpResponse.error()))
    const view = show('/restore-pass?token=abc')
    const again = await screen.findByRole('button', { name: 'Try again' })
    api.use(http.post(checkCall, () => answer({ email: 'ana@example.com' })))
    await view.user.click(again)
    await waitFor(() => expect(view.address()).toBe('/pin?email=ana%40example.com'))
  })
})
