import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { ageFeedback, listFeedback } from '../../test-support/rows/reach.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signInAs = async (wanted: Parameters<typeof createUser>[1] = {}) => {
  const user = await createUser(server.context, wanted)
  return { user, token: await server.signIn(user.email, user.pin) }
}
const feedbackOf = ({ id }: TestUser) => listFeedback(server.context.db, id)

describe('feedback', () => {
  it('needs a session', async () => {
    const reply = await server.call('sendFeedback', { body: { rating: 5, message: '' } })
    expect(reply.error?.name).toBe('unauthorized')
  })

  it.each([
    [
      { rating: 5, message: '' },
      { rating: 5, message: '' },
    ],
    [
      { rating: 1, message: null },
      { rating: 1, message: '' },
    ],
    [
      { rating: null, message: ' Дуже добре 👍 ' },
      { rating: null, message: 'Дуже добре 👍' },
    ],
    [
      { rating: 0, message: 'No stars' },
      { rating: null, message: 'No stars' },
    ],
    [
      { rating: 3, message: 'x'.repeat(150) },
      { rating: 3, message: 'x'.repeat(150) },
    ],
    [
      { rating: 3, message: '👨‍👩‍👧‍👦'.repeat(150) },
      { rating: 3, message: '👨‍👩‍👧‍👦'.repeat(150) },
    ],
  ])('stores %j, even without a subscription', async (body, stored) => {
    const { user, token } = await signInAs({ subscription: null })
    const reply = await server.call('sendFeedback', { token, body })
    expect([reply.status, reply.body]).toEqual([200, { data: { sent: true } }])
    expect(await feedbackOf(user)).toEqual([stored])
  })

  it.each([
    [{ rating: null, message: '' }, 422, 'Please provide a rating or feedback text'],
    [{ rating: 0, message: null }, 422, 'Please provide a rating or feedback text'],
    [{ rating: null, message: ' \n ' }, 422, 'Please select a rating'],
    [{ rating: 6, message: 'Good' }, 422, 'Please select a rating'],
    [{ rating: 2.5, message: 'Good' }, 422, 'Please select a rating'],
    [{ rating: '5', message: 'Good' }, 400, 'The request isn’t valid.'],
    [{ rating: 5, message: 'x'.repeat(151) }, 400, 'The request isn’t valid.'],
    [{ rating: 5, message: '👨‍👩‍👧‍👦'.repeat(151) }, 400, 'The request isn’t valid.'],
  ])('rejects %j with %d: %s', async (body, status, message) => {
    const { user, token } = await signInAs()
    const reply = await server.call('sendFeedback', { token, body })
    expect([reply.status, reply.error?.message]).toEqual([status, message])
    expect(await feedbackOf(user)).toEqual([])
  })

  it('is limited to ten an hour under concurrency, without affecting other learners', async () => {
    const { user, token } = await signInAs()
    const send = () => server.call('sendFeedback', { token, body: { rating: 4, message: '' } })
    const replies = await Promise.all(Array.from({ length: 14 }, send))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await feedbackOf(user)).toHaveLength(10)
    const refused = await send()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    const other = await signInAs()
    expect((await server.call('sendFeedback', { token: other.token, body: { rating: 4, message: '' } })).status).toBe(
      200,
    )
    await ageFeedback(server.context.db, user.id)
    expect((await send()).status).toBe(200)
  })
})
