import { expect, it } from 'vitest'
import { findKept } from '../../lib/kept-reads.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http } from '../../test-support/api.ts'
import { makeReviewSession } from '../../test-support/make-review.ts'
import { keepReview, reviewQuery } from './api.ts'

const givenReview = (happen: () => void) =>
  api.use(
    http.get(at('/api/product-user/review'), () => {
      happen()
      return answer(makeReviewSession())
    }),
  )

it("keeps today's practice, but not for somebody who signs in before it arrives", async () => {
  session.setToken('head.body.ana')
  givenReview(() => undefined)
  await keepReview('ana')
  expect(await findKept(reviewQuery('ana').queryKey)).toEqual(makeReviewSession())
  givenReview(() => {
    session.clear()
    session.setToken('head.body.bo')
  })
  await keepReview('ana')
  expect(await findKept(reviewQuery('bo').queryKey)).toBeUndefined()
})
