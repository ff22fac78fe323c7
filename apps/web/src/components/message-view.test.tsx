import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { call, NetworkError } from '../lib/api-client.ts'
import { api, at, http, refusal } from '../test-support/api.ts'
import { renderPage } from '../test-support/render-page.tsx'
import { ErrorView } from './message-view.tsx'

/** The error of a call whose response has these headers. */
const failWith = async (headers: Record<string, string>): Promise<unknown> => {
  api.use(http.get(at('/api/courses'), () => refusal(502, 'internal_error', 'It failed.', headers)))
  return call('GET /api/courses', { query: {} }).catch((error: unknown) => error)
}

it('names the request that failed, for support', async () => {
  const error = await failWith({ 'x-request-id': 'k3m9q2x7wd' })
  renderPage(<ErrorView message="It failed." error={error} />)
  expect(screen.getByText('k3m9q2x7wd').parentElement?.textContent).toBe('Reference: k3m9q2x7wd')
})

it('shows no reference when there is none', async () => {
  for (const error of [await failWith({}), new NetworkError('No answer.'), undefined]) {
    const view = renderPage(<ErrorView message="It failed." error={error} />)
    expect(screen.getByRole('alert').textContent).not.toContain('Reference')
    view.unmount()
  }
})
