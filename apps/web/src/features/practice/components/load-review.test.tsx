import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { outboxOf } from '../../../lib/outbox/learner-outbox.ts'
import { session } from '../../../lib/session/session.ts'
import { answer, api, at, http } from '../../../test-support/api.ts'
import { makeReviewQuestion, makeReviewSession } from '../../../test-support/make-review.ts'
import { learner, renderPage } from '../../../test-support/render-page.tsx'
import { LoadReview } from './load-review.tsx'

const fragment = '/api/user-course-progress/fragment/u1/l1/0'

beforeEach(() => session.setToken('a-token'))

it('requests the practice after recent activity has been stored, so that it counts', async () => {
  let isStored = false
  let letStore: (() => void) | undefined
  const isHeld = new Promise<void>((resolve) => {
    letStore = resolve
  })
  const asked: boolean[] = []
  api.use(
    http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), async () => {
      await isHeld
      isStored = true
      return answer({})
    }),
    http.get(at('/api/product-user/review'), () => {
      asked.push(isStored)
      return answer(makeReviewSession({ items: [makeReviewQuestion('q1')] }))
    }),
  )
  await outboxOf(learner.id).enqueue(fragment, {})
  renderPage(<LoadReview />, '/boost')
  letStore?.()
  await screen.findByRole('group', { name: 'Question q1?' })
  expect(asked).toEqual([true])
})
