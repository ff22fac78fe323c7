import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { clearDrafts } from '../../lib/drafts.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { ChangeEmailPage } from './change-email.tsx'

const requestCall = at('/api/product-user/generate-change-email-token')
const pinCall = at('/api/product-user/reauthenticate')
const failed = 'Failed to initiate email change. Please try again.'

const givenAnswer = (respond: () => Response = () => answer({ sent: true })) => {
  const sent: unknown[] = []
  api.use(
    http.post(requestCall, async ({ request }) => {
      sent.push(await request.json())
      return respond() as HttpResponse<string>
    }),
  )
  return sent
}
const field = () => screen.getByLabelText<HTMLInputElement>('New email')
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /Save|Saving/ })
const show = () => renderPage(<ChangeEmailPage />, '/change-email')
const saveAs = async (email: string) => {
  const view = show()
  await view.user.type(field(), email)
  await view.user.click(save())
  return view
}

afterEach(clearDrafts)

describe('change e-mail', () => {
  it('shows the current address, and disables Save while the field is empty', async () => {
    const view = show()
    expect(screen.getByText('ana@example.com')).toBeTruthy()
    expect(save().disabled).toBe(true)
    await view.user.type(field(), ' ')
    expect(save().disabled).toBe(true)
    await view.user.type(field(), 'n')
    expect(save().disabled).toBe(false)
  })

  it.each([
    ['new', 'Please enter a valid email address.'],
    ['new@example', 'Please enter a valid email address.'],
    ['n w@example.com', 'Please enter a valid email address.'],
    ['ANA@example.com', 'This is already your email address.'],
  ])('rejects %s at once', async (email, sentence) => {
    await saveAs(email)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(field().getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps the input while another screen is open, until the link is sent', async () => {
    givenAnswer()
    const first = show()
    await first.user.type(field(), 'new@example.com')
    first.unmount()
    const second = show()
    expect(field().value).toBe('new@example.com')
    await second.user.click(save())
    await second.user.click(await screen.findByRole('button', { name: 'Use a different address' }))
    expect(field().value).toBe('')
  })

  it('sends the new address, confirms it, and says where to look', async () => {
    const sent = givenAnswer()
    await saveAs(' new@example.com ')
    expect(await screen.findByText('Verification email has been sent.')).toBeTruthy()
    expect(screen.getByText(/sent a link to new@example.com/)).toBeTruthy()
    expect(sent).toEqual([{ newEmail: 'new@example.com' }])
  })

  it('is busy while waiting, and sends once', async () => {
    const releases: (() => void)[] = []
    const gate = new Promise<void>((resolve) => releases.push(resolve))
    let calls = 0
    api.use(
      http.post(requestCall, async () => {
        calls += 1
        await gate
        return answer({ sent: true })
      }),
    )
    const view = await saveAs('new@example.com')
    expect(save().disabled).toBe(true)
    await view.user.type(field(), '{Enter}')
    for (const release of releases) release()
    expect(await screen.findByText('Check your inbox')).toBeTruthy()
    expect(calls).toBe(1)
  })

  it.each([
    ["the server's sentence", () => refusal(422, 'invalid_email', 'The server says no.'), 'The server says no.'],
    [
      'a sentence without an error around it',
      () => HttpResponse.json({ message: 'Taken.' }, { status: 409 }),
      'Taken.',
    ],
    ['a server error', () => refusal(500, 'internal_error', 'Oh dear.'), failed],
    ['an HTML error page', () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }), failed],
    ['a lost connection', () => HttpResponse.error(), failed],
    [
      'too many tries',
      () => refusal(429, 'too_many_requests', '', { 'retry-after': '1800' }),
      'Too many attempts. Please wait 30 minutes and try again.',
    ],
  ])('shows %s inline and as a toast, and keeps the input', async (_, respond, sentence) => {
    givenAnswer(respond)
    await saveAs('new@example.com')
    expect(await screen.findAllByText(sentence)).toHaveLength(2)
    expect(field().value).toBe('new@example.com')
    expect(save().disabled).toBe(false)
  })

  it('asks for the PIN when the sign-in is old, and then continues', async () => {
    let isFresh = false
    api.use(
      http.post(requestCall, () => (isFresh ? answer({ sent: true }) : refusal(403, 'reauthenticate'))),
      http.post(pinCall, () => {
        isFresh = true
        return answer({ reauthenticated: true })
      }),
    )
    const view = await saveAs('new@example.com')
    await screen.findByRole('dialog', { name: 'Enter your PIN again' })
    await view.user.keyboard('4826')
    expect(await screen.findByText('Check your inbox')).toBeTruthy()
  })

  it('loses nothing when the PIN is not given', async () => {
    givenAnswer(() => refusal(403, 'reauthenticate'))
    const view = await saveAs('new@example.com')
    await screen.findByRole('dialog', { name: 'Enter your PIN again' })
    await view.user.keyboard('{Escape}')
    await view.user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(save().disabled).toBe(false))
    expect(field().value).toBe('new@example.com')
  })
})
