import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { UnsubscribePage } from './unsubscribe.tsx'

const unsubscribeCall = at('/api/unsubscribe')
const show = (address = '/unsubscribe?token=abc') => renderPage(<UnsubscribePage />, address)
const press = (view: ReturnType<typeof show>) => view.user.click(screen.getByRole('button', { name: 'Unsubscribe' }))

it('does nothing before the button is pressed, and then confirms', async () => {
  const sent: unknown[] = []
  const view = show()
  expect(screen.getByRole('heading', { name: 'Stop our emails?' })).toBeTruthy()
  api.use(
    http.post(unsubscribeCall, async ({ request }) => {
      sent.push(await request.json())
      return answer({ unsubscribed: true })
    }),
  )
  await press(view)
  expect(await screen.findByRole('heading', { name: 'You’re unsubscribed' })).toBeTruthy()
  expect(sent).toEqual([{ token: 'abc' }])
})

it.each(['/unsubscribe', '/unsubscribe?token='])('says what to do without a token (%s)', (address) => {
  show(address)
  expect(screen.getByText(/This link isn’t complete/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull()
})

it('says so when the token is wrong', async () => {
  api.use(http.post(unsubscribeCall, () => refusal(400, 'invalid_token')))
  const view = show()
  await press(view)
  expect(await screen.findByText(/This link isn’t complete/)).toBeTruthy()
})

it('can be retried after a lost connection', async () => {
  api.use(http.post(unsubscribeCall, () => HttpResponse.error()))
  const view = show()
  await press(view)
  expect(await screen.findByText(/We couldn’t reach/)).toBeTruthy()
  api.use(http.post(unsubscribeCall, () => answer({ unsubscribed: true })))
  await press(view)
  expect(await screen.findByRole('heading', { name: 'You’re unsubscribed' })).toBeTruthy()
})

it("says what a reminder's link ends, and ends the rest only on request", async () => {
  const sent: unknown[] = []
  api.use(
    http.post(unsubscribeCall, async ({ request }) => {
      sent.push(await request.json())
      return answer({ unsubscribed: true })
    }),
  )
  const view = show('/unsubscribe?token=abc&about=reminders')
  expect(screen.getByRole('heading', { name: 'Turn off reminders?' })).toBeTruthy()
  await view.user.click(screen.getByRole('button', { name: 'Turn off reminders' }))
  expect(await screen.findByRole('heading', { name: 'Reminders are off' })).toBeTruthy()
  await view.user.click(screen.getByRole('button', { name: 'Stop tips and news, too' }))
  expect(await screen.findByRole('heading', { name: 'You’re unsubscribed' })).toBeTruthy()
  expect(sent).toEqual([{ token: 'abc' }, { token: 'abc', everything: true }])
})
