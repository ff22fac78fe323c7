import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { pinSetup } from '../../lib/pin-setup.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { ConfirmEmailChangePage, UndoEmailChangePage } from './email-links.tsx'

const confirmCall = at('/api/product-user/confirm-email-change')
const undoCall = at('/api/product-user/undo-email-change')
const link = '/confirm-email-change?token=abc&email=new%40example.com'
const showConfirm = (address = link, locale = 'en') => renderPage(<ConfirmEmailChangePage />, address, locale)
const showUndo = (address = '/undo-email-change?token=abc') => renderPage(<UndoEmailChangePage />, address)
const press = (view: ReturnType<typeof showConfirm>, name: string) =>
  view.user.click(screen.getByRole('button', { name }))

/** Mocks a call, and returns the bodies that were sent. */
const given = (call: string, respond: () => Response) => {
  const sent: unknown[] = []
  api.use(
    http.post(call, async ({ request }) => {
      sent.push(await request.json())
      return respond() as HttpResponse<string>
    }),
  )
  return sent
}

describe('the link to a new address', () => {
  it('is used when Confirm is pressed and not before, and is removed from the address at once', async () => {
    const sent = given(confirmCall, () => answer({ email: 'new@example.com' }))
    const view = showConfirm()
    expect(view.address()).toBe('/confirm-email-change')
    expect(screen.getByText(/new@example.com/)).toBeTruthy()
    expect(sent).toEqual([])
    await press(view, 'Confirm')
    expect(await screen.findByRole('heading', { name: 'Email Changed Successfully!' })).toBeTruthy()
    expect(sent).toEqual([{ token: 'abc' }])
    expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login')
  })

  it('survives a reload until it is used; afterwards its result does', async () => {
    const sent = given(confirmCall, () => answer({ email: 'new@example.com' }))
    showConfirm().unmount()
    const reloaded = showConfirm('/confirm-email-change')
    expect(screen.getByText(/new@example.com/)).toBeTruthy()
    await press(reloaded, 'Confirm')
    await screen.findByRole('heading', { name: 'Email Changed Successfully!' })
    expect(sent).toEqual([{ token: 'abc' }])
    expect(sessionStorage.getItem('link:/confirm-email-change')).toBe('done=new%40example.com')
    reloaded.unmount()
    showConfirm('/confirm-email-change')
    expect(screen.getByRole('heading', { name: 'Email Changed Successfully!' })).toBeTruthy()
  })

  it('is forgotten when it is dead', async () => {
    given(confirmCall, () => refusal(400, 'invalid_token'))
    const view = showConfirm()
    await press(view, 'Confirm')
    await screen.findByRole('heading', { name: 'Email Change Failed' })
    expect(sessionStorage.getItem('link:/confirm-email-change')).toBe(null)
  })

  it('leads to the account of the signed-in learner', async () => {
    session.setToken('a-token')
    given(confirmCall, () => answer({ email: 'new@example.com' }))
    const view = showConfirm()
    await press(view, 'Confirm')
    expect((await screen.findByRole('link', { name: 'Continue' })).getAttribute('href')).toBe('/profile')
  })

  it.each(['', '?token=abc', '?email=new%40example.com', '?token=&email='])(
    'is rejected without token or e-mail (%s)',
    (query) => {
      showConfirm(`/confirm-email-change${query}`)
      expect(screen.getByRole('heading', { name: 'Email Change Failed' })).toBeTruthy()
      expect(screen.getByText('Invalid confirmation link. Missing token or email.')).toBeTruthy()
      expect(screen.queryByRole('button')).toBe(null)
    },
  )

  it.each([
    ['a server error', () => refusal(503, 'unavailable', 'Oh.'), 'Failed to confirm email change. Please try again.'],
    ['a lost connection', () => HttpResponse.error(), 'Failed to confirm email change. Please try again.'],
  ])('shows %s and allows a retry', async (_, respond, sentence) => {
    given(confirmCall, respond)
    const view = showConfirm()
    await press(view, 'Confirm')
    expect(await screen.findByRole('heading', { name: 'Email Change Failed' })).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
    given(confirmCall, () => answer({ email: 'new@example.com' }))
    await press(view, 'Try again')
    expect(await screen.findByRole('heading', { name: 'Email Changed Successfully!' })).toBeTruthy()
  })

  it("shows the server's sentence when it is dead, and leads on instead of retrying", async () => {
    given(confirmCall, () => refusal(400, 'invalid_token', 'This link is over.'))
    const view = showConfirm()
    await press(view, 'Confirm')
    expect(await screen.findByText('This link is over.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null)
    expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login')
  })
})

describe('for a reader of another language', () => {
  it.each([
    [400, 'invalid_token', 'This link is no longer valid. Ask for a new one.'],
    [409, 'email_taken', 'This address belongs to another account.'],
    [400, 'invalid_request', 'Failed to confirm email change. Please try again.'],
  ])("shows a refusal (%i %s) in the app's words, not the server's", async (status, code, sentence) => {
    given(confirmCall, () => refusal(status, code, 'Server words.'))
    const view = showConfirm(link, 'uk')
    await press(view, 'Confirm')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByText('Server words.')).toBe(null)
  })
})

describe('the link to undo a change', () => {
  it('is used when the button is pressed, and leads to a new PIN', async () => {
    const sent = given(undoCall, () => answer({ email: 'old@example.com', pinSetupToken: 'a-pin-token' }))
    const view = showUndo()
    expect(view.address()).toBe('/undo-email-change')
    expect(sent).toEqual([])
    await press(view, 'Undo the change')
    expect(await screen.findByText(/You sign in with old@example.com again/)).toBeTruthy()
    expect(sent).toEqual([{ token: 'abc' }])
    const next = screen.getByRole('link', { name: 'Choose a new PIN' })
    expect(next.getAttribute('href')).toBe('/pin?email=old%40example.com')
    expect(pinSetup.tokenFor('old@example.com')).toBe('a-pin-token')
  })

  it('is rejected without a token', () => {
    showUndo('/undo-email-change')
    expect(screen.getByText('This link isn’t complete. Open it again from the email.')).toBeTruthy()
  })

  it('says that it is dead, and offers a contact', async () => {
    given(undoCall, () => refusal(400, 'invalid_token', 'This link is over.'))
    const view = showUndo()
    await press(view, 'Undo the change')
    expect(await screen.findByText('This link is over.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null)
    expect(screen.getByRole('link', { name: /Write to/ }).getAttribute('href')).toMatch(/^mailto:/)
  })

  it('reports a lost connection, and offers a retry and a contact', async () => {
    given(undoCall, () => HttpResponse.error())
    const view = showUndo()
    await press(view, 'Undo the change')
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Write to/ }).getAttribute('href')).toMatch(/^mailto:/)
    given(undoCall, () => answer({ email: 'old@example.com', pinSetupToken: 'a-pin-token' }))
    await press(view, 'Try again')
    expect(await screen.findByRole('heading', { name: 'Your old email is back' })).toBeTruthy()
  })
})
