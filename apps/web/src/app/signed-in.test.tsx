import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { call } from '../lib/api-client.ts'
import { session } from '../lib/session/session.ts'
import { answer, api, at, http } from '../test-support/api.ts'
import { makeReviewSession } from '../test-support/make-review.ts'
import { makeSubscription } from '../test-support/make-subscription.ts'
import { learner, renderPage } from '../test-support/render-page.tsx'
import { SignedIn } from './signed-in.tsx'

/** What waits until the page has nothing to do. */
const waiting = vi.hoisted((): (() => void)[] => [])
vi.mock('../lib/service-worker.ts', async (original) => ({
  ...(await original<object>()),
  inAdvance: (work: () => void) => void waiting.push(work),
}))

const runWaiting = async (): Promise<void> => {
  for (const work of waiting) work()
  await vi.dynamicImportSettled()
  // What was asked before has arrived when this has.
  await call('GET /api/plans')
}

it('has the practice of today kept once the page is quiet, unless the learner has logged out by then', async () => {
  const asked: (string | null)[] = []
  api.use(
    http.get(at('/api/product-user/me'), () => answer(learner)),
    http.get(at('/api/user-subscription'), () => answer([makeSubscription()])),
    http.get(at('/api/plans'), () => answer([])),
    http.get(at('/api/product-user/review'), ({ request }) => {
      asked.push(request.headers.get('authorization'))
      return answer(makeReviewSession())
    }),
  )
  session.setToken('head.body.ana')
  renderPage(<SignedIn>Signed in</SignedIn>)
  await screen.findByText('Signed in')
  await runWaiting()
  await expect.poll(() => asked).toEqual(['Bearer head.body.ana'])
  session.clear()
  await runWaiting()
  expect(asked).toEqual(['Bearer head.body.ana'])
})
