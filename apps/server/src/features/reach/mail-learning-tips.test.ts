import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo, tokenIn } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { findMailState } from '../../test-support/rows/mails.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { seedFinishedLessons } from '../learning/seed-finished-lessons.ts'
import { findMarketingConsent } from './marketing-consent.sql.ts'
import { decideMarketingConsent, queueMarketingMail } from './marketing-mail.ts'

const finished = new Date('2026-05-04T10:00:00Z')
const after = (hours: number) => new Date(finished.getTime() + hours * 3_600_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: after(24) })
  await runJobs(server.context)
})
afterAll(() => server.close())

const decide = (userId: string, isGiven: boolean) =>
  decideMarketingConsent(server.context, { userId, isGiven, place: 'account' })

/** A learner who finished the first lesson shortly after `finished`. */
const makeFinisher = async (isGiven: boolean) => {
  server.setNow(after(24))
  const user = await createUser(server.context)
  if (isGiven) await decide(user.id, true)
  await seedFinishedLessons(server.context, user.id, ['ai-zero.l01'])
  return user
}
const runAt = async (moment: Date) => {
  server.setNow(moment)
  await addJob(server.context.db, 'mail-learning-tips', {})
  await runJobs(server.context)
}
const subjectsOf = async (email: string) => (await mailsTo(server.context, email)).map(({ subject }) => subject)
const subject = 'Three ways to use what you learned this week'

it('is sent once, two days after the first finished lesson, to learners who want mail', async () => {
  const wants = await makeFinisher(true)
  const wantsNot = await makeFinisher(false)
  await runAt(after(47))
  expect(await subjectsOf(wants.email)).toEqual([])
  await runAt(after(49))
  await runAt(after(50))
  await runAt(after(90))
  expect(await subjectsOf(wants.email)).toEqual([subject])
  expect(await subjectsOf(wantsNot.email)).toEqual([])
})

it('is not sent after a week or after a later lesson', async () => {
  const user = await makeFinisher(false)
  await runAt(after(49))
  await decide(user.id, true)
  await runAt(after(24 * 6))
  server.setNow(after(24 * 7))
  await seedFinishedLessons(server.context, user.id, ['ai-zero.l02'])
  await runAt(after(24 * 9))
  expect(await subjectsOf(user.email)).toEqual([])
})

it('carries working unsubscribe links in header and footer', async () => {
  const user = await makeFinisher(true)
  await runAt(after(60))
  const [mail] = await mailsTo(server.context, user.email)
  const { publicUrl } = server.context.config
  const token = tokenIn(mail ?? { text: '' })
  expect(mail?.unsubscribeUrl).toBe(`${publicUrl}/u/${token}`)
  expect(mail?.text).toContain(`${publicUrl}/unsubscribe?token=${token}`)
  expect(mail?.html).toContain(`href="${publicUrl}/unsubscribe?token=${token}"`)
  expect((await server.call(`POST /u/${token}`)).status).toBe(200)
  expect(await findMarketingConsent(server.context.db, user.id)).toBe(false)
})

it('is not sent when the consent is withdrawn first', async () => {
  const user = await createUser(server.context)
  await decide(user.id, true)
  const { db } = server.context
  const order = () =>
    inTransaction(db, (tx) =>
      queueMarketingMail(tx, { userId: user.id, template: 'learning_tips', values: {}, dedupeKey: `x:${user.id}` }),
    )
  expect(await order()).toBe(true)
  await decide(user.id, false)
  expect(await order()).toBe(false)
  await runJobs(server.context)
  expect(await subjectsOf(user.email)).toEqual([])
  expect(await findMailState(db, user.id)).toEqual({ isSent: false, isRefused: true })
})
