import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJob } from '../../platform/add-job.ts'
import { createUser } from '../../test-support/factories.ts'
import { startPushService, type TestBrowser } from '../../test-support/push-service.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { makeJobsDue } from '../../test-support/rows/jobs.ts'
import { ageReminders, forgetReminderSettings, moveBrowsers } from '../../test-support/rows/reach.ts'
import { testConfig } from '../../test-support/test-config.ts'
import { seedFinishedLessons } from '../learning/seed-finished-lessons.ts'
import { recordLearning } from '../learning/streak/learned-days.ts'
import { listEndpoints } from './push-subscriptions.sql.ts'
import { remindLearners } from './remind-learners.ts'
import { savePushSubscription } from './reminder-settings.ts'

const start = new Date('2026-05-10T03:00:00Z')
const hourCame = new Date('2026-05-10T19:00:00Z')
let server: TestServer
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ now: start, config: { push: { ...testConfig().push, services: [service.origin] } } })
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(async () => {
  server.setNow(start)
  service.answerWith(201)
  await forgetReminderSettings(server.context.db)
})

const addBrowser = async (userId: string, timeZone = 'UTC'): Promise<TestBrowser> => {
  const browser = service.openBrowser()
  const { endpoint, keys } = browser
  const saved = await savePushSubscription(server.context, userId, { endpoint, keys }, timeZone)
  if (!saved.ok) throw new Error(saved.code)
  return browser
}
const makeLearner = async (wanted: Parameters<typeof createUser>[1] = {}) => {
  const user = await createUser(server.context, wanted)
  await seedFinishedLessons(server.context, user.id, ['ai-zero.l01', 'ai-zero.l02'])
  return { ...user, browser: await addBrowser(user.id) }
}
const runAt = async (moment: Date) => {
  server.setNow(moment)
  await addJob(server.context.db, 'remind-learners', {})
  await runJobs(server.context)
}
const browsersLeft = async (userId: string) => (await listEndpoints(server.context.db, userId)).length

const makeDue = () => makeJobsDue(server.context.db)

describe('notification', () => {
  it("arrives once, readable only by the browser, with title, text and page in the learner's language", async () => {
    const learner = await makeLearner({ lang: 'es' })
    await runAt(hourCame)
    await runAt(new Date('2026-05-10T19:05:00Z'))
    expect(learner.browser.received().map(({ message }) => message)).toEqual([
      {
        title: 'Tus cinco minutos te esperan',
        body: 'Te toca «Lesson l03». Son unos cinco minutos.',
        url: '/course/ai-zero/lesson/ai-zero.l03/start',
        language: 'es',
      },
    ])
    expect(await mailsTo(server.context, learner.email)).toEqual([])
  })

  it('is signed for its push service, expires after three hours and replaces an earlier one', async () => {
    const { browser } = await makeLearner()
    await runAt(hourCame)
    const [push] = browser.received()
    expect(push?.headers).toMatchObject({
      ttl: '10800',
      urgency: 'normal',
      topic: 'reminder',
      'content-encoding': 'aes128gcm',
    })
    const { aud, sub, exp, key } = push?.claims ?? {}
    expect([aud, sub, key]).toEqual([
      service.origin,
      `mailto:${server.context.config.brand.supportEmail}`,
      server.context.config.push.publicKey,
    ])
    // RFC 8292: at most a day in the future.
    expect(Number(exp) - Date.now() / 1000).toBeLessThanOrEqual(86_400)
  })

  it('reaches every browser of the learner', async () => {
    const learner = await makeLearner()
    const second = await addBrowser(learner.id)
    await runAt(hourCame)
    expect([learner.browser, second].map((browser) => browser.received().length)).toEqual([1, 1])
  })

  it('is not sent to a learner who has learned meanwhile, or hours later', async () => {
    const [learned, late] = [await makeLearner(), await makeLearner()]
    server.setNow(hourCame)
    await remindLearners(server.context)
    await recordLearning(server.context, { userId: learned.id, timeZone: 'UTC', ageSeconds: 0 })
    await ageReminders(server.context.db, late.id, '4 hours')
    await runJobs(server.context)
    expect([learned, late].map(({ browser }) => browser.received())).toEqual([[], []])
  })
})

describe('push service', () => {
  it.each([404, 410])('that answers %i has lost the browser, which is removed', async (status) => {
    const learner = await makeLearner()
    service.answerWith(status)
    await runAt(hourCame)
    expect(await browsersLeft(learner.id)).toBe(0)
  })

  it.each([429, 500, 503])('that answers %i gets a retry later', async (status) => {
    const learner = await makeLearner()
    service.answerWith(status)
    await runAt(hourCame)
    service.answerWith(201)
    await makeDue()
    await runJobs(server.context)
    expect([learner.browser.received().length, await browsersLeft(learner.id)]).toEqual([2, 1])
    await makeDue()
    await runJobs(server.context)
    expect(learner.browser.received()).toHaveLength(2)
  })

  it('that refuses or redirects is not called again', async () => {
    const learner = await makeLearner()
    const before = service.requests()
    service.answerWith(307, { location: `${server.url}/api/plans` })
    await runAt(hourCame)
    await makeDue()
    await runJobs(server.context)
    expect([service.requests() - before, await browsersLeft(learner.id)]).toEqual([1, 1])
  })

  it('that is no longer allowed is not called', async () => {
    const learner = await makeLearner()
    const elsewhere = await startPushService()
    const { endpoint } = elsewhere.openBrowser()
    await moveBrowsers(server.context.db, learner.id, endpoint)
    await runAt(hourCame)
    expect(elsewhere.requests()).toBe(0)
    await elsewhere.close()
  })
})
