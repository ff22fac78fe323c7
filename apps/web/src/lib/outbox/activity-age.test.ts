import { beforeEach, expect, it, vi } from 'vitest'
import { answer, api, at, http } from '../../test-support/api.ts'
import { session } from '../session/session.ts'
import { sendWrite } from './learner-outbox.ts'

const now = Date.UTC(2040, 4, 12, 9)

beforeEach(() => {
  session.setToken('a-token')
  vi.spyOn(Date, 'now').mockReturnValue(now)
})

it.each([
  ['just now', now, '0'],
  ['last night', now - 10 * 3_600_000, '36000'],
  ['before the clock was set back', now + 60_000, '0'],
])('activity from %s is sent with its age in seconds and the zone', async (_, queuedAtMs, age) => {
  const sent: (string | null)[] = []
  api.use(
    http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), ({ request: { headers } }) => {
      sent.push(headers.get('x-activity-age'), headers.get('x-time-zone'))
      return answer({})
    }),
  )
  await sendWrite({ id: 'w', path: '/api/user-course-progress/fragment/u1/l1/0', body: {}, queuedAtMs })
  expect(sent).toEqual([age, Intl.DateTimeFormat().resolvedOptions().timeZone])
})
