import { act, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { draftOf } from '../../lib/drafts.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { FeedbackPage } from './feedback.tsx'

const feedbackCall = at('/api/product-user/send-feedback')
const show = (locale = 'en') =>
  renderPage(
    <Switch>
      <Route path="/feedback" component={FeedbackPage} />
      <Route>
        <h1>Elsewhere</h1>
      </Route>
    </Switch>,
    '/feedback',
    locale,
  )
const star = (name: string) => screen.getByRole('radio', { name })
const text = () => screen.getByLabelText('Your feedback')
const send = (view: ReturnType<typeof show>) => view.user.click(screen.getByRole('button', { name: 'Send feedback' }))
const accept = (): unknown[] => {
  const sent: unknown[] = []
  api.use(
    http.post(feedbackCall, async ({ request }) => {
      sent.push(await request.json())
      return answer({ sent: true })
    }),
  )
  return sent
}

afterEach(() => vi.useRealTimers())

describe('the stars', () => {
  it('are one group of five radios, each named by its number', async () => {
    const { user } = show()
    expect(screen.getByRole('radiogroup', { name: 'Your rating' })).toBeTruthy()
    expect(screen.getAllByRole('radio')).toHaveLength(5)
    await user.click(star('3 stars'))
    expect(screen.getByRole('radio', { checked: true })).toBe(star('3 stars'))
    expect(star('1 star')).toHaveProperty('name', star('5 stars').getAttribute('name'))
  })
})

describe('the text', () => {
  it('ends at 150 characters; the count updates with each key and is announced when typing pauses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { user } = show()
    await user.click(text())
    await user.paste('x'.repeat(149))
    expect(screen.getByText('149 of 150 characters')).toBeTruthy()
    expect(screen.queryByText('1 character left')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText('1 character left').getAttribute('role')).toBe('status')
    await user.type(text(), 'yz')
    expect(text()).toHaveProperty('value', `${'x'.repeat(149)}y`)
  })
})

describe('sending', () => {
  it('says thanks and goes back after 2000 ms', async () => {
    const sent = accept()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const view = show()
    await view.user.click(star('4 stars'))
    await view.user.type(text(), 'Short and good')
    await send(view)
    expect(await screen.findByText(/We’ve got your feedback/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Thank you!' }))
    expect(sent).toEqual([{ rating: 4, message: 'Short and good' }])
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(view.address()).toBe('/feedback')
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(view.address()).toBe('/profile')
  })

  it('goes back at once on request', async () => {
    accept()
    const view = show()
    await view.user.click(star('5 stars'))
    await send(view)
    await view.user.click(await screen.findByRole('button', { name: 'Go back now' }))
    expect(view.address()).toBe('/profile')
  })

  it.each([
    [null, 'Only words', { rating: null, message: 'Only words' }],
    ['2 stars', null, { rating: 2, message: '' }],
  ])('accepts %s and %s', async (stars, words, expected) => {
    const sent = accept()
    const view = show()
    if (stars !== null) await view.user.click(star(stars))
    if (words !== null) await view.user.type(text(), words)
    await send(view)
    await screen.findByText(/We’ve got your feedback/)
    expect(sent).toEqual([expected])
  })

  it('requires stars or words, and drops the error once there are some', async () => {
    const view = show()
    await send(view)
    expect(await screen.findByText('Please provide a rating or feedback text')).toBeTruthy()
    await view.user.click(star('1 star'))
    expect(screen.queryByText('Please provide a rating or feedback text')).toBeNull()
  })

  it('requires stars when the text is blank', async () => {
    const view = show()
    await view.user.type(text(), '   ')
    await send(view)
    expect(await screen.findByText('Please select a rating')).toBeTruthy()
    expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true')
  })

  it.each([
    [() => refusal(422, 'feedback_empty', 'server words'), 'Please provide a rating or feedback text'],
    [() => refusal(422, 'rating_missing', 'server words'), 'Please select a rating'],
    [() => refusal(429, 'too_many_requests'), /You’ve sent us a lot/],
    [() => refusal(400, 'invalid_request', 'The request isn’t valid.'), 'The request isn’t valid.'],
    [() => new HttpResponse('<html>', { status: 502 }), 'Failed to send feedback'],
    [() => HttpResponse.error(), /We couldn’t reach/],
  ])('shows why it failed and keeps the input (%#)', async (reply, words) => {
    api.use(http.post(feedbackCall, reply))
    const view = show()
    await view.user.click(star('2 stars'))
    await view.user.type(text(), 'Kept')
    await send(view)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(text()).toHaveProperty('value', 'Kept')
    expect(star('2 stars')).toHaveProperty('checked', true)
  })
})

it("shows the app's sentence to readers of other languages than the server's", async () => {
  api.use(http.post(feedbackCall, () => refusal(400, 'invalid_request', 'The request isn’t valid.')))
  const view = show('uk')
  await view.user.click(star('2 stars'))
  await send(view)
  expect(await screen.findByText('Failed to send feedback')).toBeTruthy()
})

it('keeps stars and words over a reload until they are sent', async () => {
  const first = show()
  await first.user.click(star('2 stars'))
  await first.user.type(text(), 'Not finished')
  first.unmount()
  const second = show()
  expect(text()).toHaveProperty('value', 'Not finished')
  expect(star('2 stars')).toHaveProperty('checked', true)
  accept()
  await send(second)
  await screen.findByRole('heading', { name: 'Thank you!' })
  expect(draftOf(learner.id, 'feedback').read()).toBeNull()
})

it('opens with a broken draft', () => {
  draftOf(learner.id, 'feedback').write('{"rating":9,"message":7}')
  show()
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(text()).toHaveProperty('value', '')
})
