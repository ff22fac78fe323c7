import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser } from '../../test-support/factories.ts'
import { startPushService } from '../../test-support/push-service.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { forgetReminderSettings } from '../../test-support/rows/reach.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { testConfig } from '../../test-support/test-config.ts'
import { seedFinishedLessons } from '../learning/seed-finished-lessons.ts'
import { decideMarketingConsent, queueMarketingMail } from './marketing-mail.ts'
import { remindLearners } from './remind-learners.ts'
import { savePushSubscription, updateReminders } from './reminder-settings.ts'

const start = new Date('2026-05-10T03:00:00Z')
/** 19:00 UTC of a day, counted from the first. */
const evening = (day: number) => new Date(Date.UTC(2026, 4, 9 + day, 19))

let server: TestServer
let service: Awaited<ReturnType<typeof startPushService>>
let support: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ now: start, config: { push: { ...testConfig().push, services: [service.origin] } } })
  support = await actAsStaff(server, 'support')
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

/** A learner who wants reminders at 19:00 UTC by mail and on a phone, and marketing mail; the first lesson was finished two days ago. */
const makeLearner = async () => {
  const { id, email } = await createUser(server.context)
  await seedFinishedLessons(server.context, id, ['ai-zero.l01', 'ai-zero.l02'])
  await updateReminders(server.context, { userId: id, byMail: true, hour: 19, timeZone: 'UTC' })
  const browser = service.openBrowser()
  await savePushSubscription(server.context, id, { endpoint: browser.endpoint, keys: browser.keys }, 'UTC')
  await decideMarketingConsent(server.context, { userId: id, isGiven: true, place: 'account' })
  /** What has reached the learner so far. */
  const got = async () => ({ mails: (await mailsTo(server.context, email)).length, pushes: browser.received().length })
  return { id, got }
}

const reason = 'threatened another learner'
const block = (userId: string) => support.call('blockPerson', { params: { userId }, body: { reason } })
const unblock = (userId: string) => support.call('unblockPerson', { params: { userId }, body: { reason } })

const runAt = async (job: 'remind-learners' | 'mail-learning-tips', moment: Date) => {
  server.setNow(moment)
  await addJob(server.context.db, job, {})
  await runJobs(server.context)
}

describe('a blocked learner', () => {
  it('gets no reminder by mail or push, and gets both again on the first evening after unblocking', async () => {
    const learner = await makeLearner()
    await runAt('remind-learners', evening(1))
    expect(await learner.got()).toEqual({ mails: 1, pushes: 1 })
    await block(learner.id)
    for (const day of [2, 3]) await runAt('remind-learners', evening(day))
    expect(await learner.got()).toEqual({ mails: 1, pushes: 1 })
    await unblock(learner.id)
    await runAt('remind-learners', evening(4))
    expect(await learner.got()).toEqual({ mails: 2, pushes: 2 })
  })

  it('does not get reminders that were queued before the block', async () => {
    const [learner, other] = [await makeLearner(), await makeLearner()]
    server.setNow(evening(1))
    await remindLearners(server.context)
    await block(learner.id)
    await runJobs(server.context)
    expect([await learner.got(), await other.got()]).toEqual([
      { mails: 0, pushes: 0 },
      { mails: 1, pushes: 1 },
    ])
  })

  it('gets no learning tips, and gets them after unblocking', async () => {
    const learner = await makeLearner()
    await block(learner.id)
    await runAt('mail-learning-tips', evening(1))
    expect(await learner.got()).toEqual({ mails: 0, pushes: 0 })
    await unblock(learner.id)
    for (const day of [2, 3]) await runAt('mail-learning-tips', evening(day))
    expect(await learner.got()).toEqual({ mails: 1, pushes: 0 })
  })

  it('does not get marketing mail that was queued before the block; the consent stays for later mail', async () => {
    const learner = await makeLearner()
    const queue = (number: number) =>
      inTransaction(server.context.db, (tx) =>
        queueMarketingMail(tx, {
          userId: learner.id,
          template: 'learning_tips',
          values: {},
          dedupeKey: `${number}:${learner.id}`,
        }),
      )
    expect(await queue(1)).toBe(true)
    await block(learner.id)
    await runJobs(server.context)
    expect(await queue(2)).toBe(false)
    expect(await learner.got()).toEqual({ mails: 0, pushes: 0 })
    await unblock(learner.id)
    expect(await queue(3)).toBe(true)
    await runJobs(server.context)
    expect(await learner.got()).toEqual({ mails: 1, pushes: 0 })
  })
})
