import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSmtpMailer } from '../../adapters/mail/mailers.ts'
import { type MailServer, startMailServer } from '../../adapters/mail/test-support/mail-server.ts'
import { inTransaction } from '../../database/transaction.ts'
import { unlockJobsOfDeadRunners } from '../../jobs/job-runners.sql.ts'
import { startJobs } from '../../jobs/start-jobs.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { listJobs, makeJobsDue, silenceRunners } from '../../test-support/rows/jobs.ts'
import { ageMailClaims, countUnsentMails } from '../../test-support/rows/mails.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { queueMail } from './queue-mail.ts'

const from = { name: 'Kitewise', address: 'hello@kitewise.example' }
/** A busy machine may take seconds for a mail. One that isn't answered in time is sent again, which is no fault. */
const patience = { connectMs: 20_000, greetingMs: 20_000, silenceMs: 40_000, wholeMs: 50_000 }
const haste = { connectMs: 500, greetingMs: 500, silenceMs: 1_000, wholeMs: 2_000 }
const script = fileURLToPath(new URL('../../test-support/run-job-runner.ts', import.meta.url))

let mailServer: MailServer
let server: TestServer
let second: TestServer
const children: ChildProcess[] = []
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  mailServer = await startMailServer()
})
beforeEach(async () => {
  const mailer = createSmtpMailer({ url: mailServer.url, mustEncrypt: false, from, timeouts: patience })
  server = await startTestServer({ mailer })
  second = await startTestServer({ mailer, database: server.database })
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(stops.splice(0).map((stop) => stop()))
  mailServer.behave({})
  mailServer.received.length = 0
  await second.close()
  await server.close()
})
afterAll(() => mailServer.close())

const order = async (howMany: number): Promise<string[]> => {
  const addresses = Array.from({ length: howMany }, (_, index) => `person-${index}@kitewise.example`)
  for (const to of addresses)
    await inTransaction(server.context.db, (tx) =>
      queueMail(tx, { to, language: 'en', template: 'welcome', values: {} }),
    )
  return addresses
}
const receivers = () => mailServer.received.map((mail) => mail.receivers.join()).sort()
const untilAllHave = async (addresses: string[]) => {
  await expect.poll(() => new Set(receivers()).size, { timeout: 30_000 }).toBe(addresses.length)
}

/** The traces of a runner that was killed a minute ago. */
const letAMinutePass = async () => {
  const { db } = server.context
  await silenceRunners(db)
  await ageMailClaims(db)
}
const letRetriesBeDue = () => makeJobsDue(server.context.db)

const startRunnerProcess = (): ChildProcess => {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { PATH: process.env.PATH, ADDRESS: JSON.stringify(server.database.address), SMTP_URL: mailServer.url },
    stdio: 'ignore',
  })
  children.push(child)
  return child
}

describe('queued mails', { timeout: 60_000 }, () => {
  it('are each delivered once by two instances', async () => {
    const addresses = await order(60)
    stops.push(startJobs(server.context), startJobs(second.context))
    await untilAllHave(addresses)
    await Promise.all(stops.splice(0).map((stop) => stop()))
    expect(receivers()).toEqual(addresses.sort())
    expect(await countUnsentMails(server.context.db)).toBe(0)
  })

  it('of a killed instance are delivered once by the other', async () => {
    // As many as one runner sends at once.
    const addresses = await order(2)
    let inHand = 0
    mailServer.behave({
      onMail: () => {
        inHand += 1
        return new Promise(() => {})
      },
    })
    const child = startRunnerProcess()
    await expect.poll(() => inHand, { timeout: 30_000 }).toBe(2)
    child.kill('SIGKILL')
    mailServer.behave({})
    expect(await unlockJobsOfDeadRunners(server.context.db, 60)).toBe(0)
    await letAMinutePass()
    expect(await unlockJobsOfDeadRunners(server.context.db, 60)).toBe(1)
    await runJobs(second.context)
    expect(receivers()).toEqual(addresses)
  })

  it('that a killed instance sent without recording it are sent again with the same id', async () => {
    await order(1)
    let child: ChildProcess | null = null
    mailServer.behave({
      onMail: () => {
        child?.kill('SIGKILL')
        return null
      },
    })
    child = startRunnerProcess()
    await expect.poll(() => mailServer.received.length, { timeout: 30_000 }).toBe(1)
    await letAMinutePass()
    await unlockJobsOfDeadRunners(server.context.db, 60)
    await runJobs(second.context)
    await runJobs(second.context)
    const ids = mailServer.received.map(({ messageId }) => messageId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(/^<[\w-]{36}@kitewise\.example>$/)
  })

  it('wait while the mail server is down, and arrive once after it recovers', async () => {
    const addresses = await order(4)
    const hasty = createSmtpMailer({ url: mailServer.url, mustEncrypt: false, from, timeouts: haste })
    const troubles = [{ onReceiver: () => 450 }, { onMail: () => 451 }, { onMail: () => new Promise<null>(() => {}) }]
    for (const trouble of troubles) {
      mailServer.behave(trouble)
      await runJobs({ ...server.context, mailer: hasty })
      await letRetriesBeDue()
    }
    expect(receivers()).toEqual([])
    mailServer.behave({})
    await runJobs(server.context)
    await letRetriesBeDue()
    await runJobs(server.context)
    expect(receivers()).toEqual(addresses)
  })

  it('are retried with growing pauses', async () => {
    await order(1)
    mailServer.behave({ onMail: () => 451 })
    const pauses: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await runJobs(server.context)
      const [job] = await listJobs(server.context.db)
      pauses.push(job?.dueInSeconds ?? 0)
      await letRetriesBeDue()
    }
    expect(pauses.map(Math.round)).toEqual([3, 7, 20, 55])
  })

  it('are not retried after a permanent refusal, and block no others', async () => {
    const [refused = '', ...others] = await order(3)
    mailServer.behave({ onReceiver: (address) => (address === refused ? 550 : null) })
    await runJobs(server.context)
    mailServer.behave({})
    await runJobs(server.context)
    expect(receivers()).toEqual(others)
    expect(await listJobs(server.context.db)).toEqual([])
  })
})
