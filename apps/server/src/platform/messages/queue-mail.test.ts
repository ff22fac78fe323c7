import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { deleteUser } from '../../test-support/rows/accounts.ts'
import { listReceiversByJob } from '../../test-support/rows/mails.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import type { MailTemplate } from './mail-texts.ts'
import { type MailOrder, queueMail } from './queue-mail.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  // The library stores job names in a table that the first run fills.
  await runJobs(server.context)
})
afterAll(() => server.close())

const order = <T extends MailTemplate>(wanted: MailOrder<T>) =>
  inTransaction(server.context.db, (tx) => queueMail(tx, wanted))
const welcome = (to: string, dedupeKey?: string) =>
  order({ to, language: 'en', template: 'welcome', values: {}, ...(dedupeKey ? { dedupeKey } : {}) })
const countOf = async (to: string) => {
  await runJobs(server.context)
  return (await mailsTo(server.context, to)).length
}

describe('queued mail', () => {
  it('is sent after a commit, and not after a rollback', async () => {
    const { db } = server.context
    await inTransaction(db, async (tx) => {
      await queueMail(tx, { to: 'kept@kitewise.example', language: 'en', template: 'welcome', values: {} })
      await runJobs(server.context)
      expect(await mailsTo(server.context, 'kept@kitewise.example')).toEqual([])
    })
    expect(await countOf('kept@kitewise.example')).toBe(1)
    const undone = inTransaction(db, async (tx) => {
      await queueMail(tx, { to: 'undone@kitewise.example', language: 'en', template: 'welcome', values: {} })
      throw new Error('something else failed')
    })
    await expect(undone).rejects.toThrow('something else failed')
    expect(await countOf('undone@kitewise.example')).toBe(0)
  })

  it('is sent once per key, even when queued concurrently', async () => {
    const to = 'keyed@kitewise.example'
    const answers = await Promise.all(Array.from({ length: 8 }, () => welcome(to, 'welcome:1')))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await countOf(to)).toBe(1)
    expect(await welcome(to, 'welcome:1')).toBe(false)
    expect(await welcome(to, 'welcome:2')).toBe(true)
    expect(await countOf(to)).toBe(2)
  })

  it('about an account overtakes reminders, which are bulk mail', async () => {
    const values = { title: 'A lesson', path: '/dashboard', streak: '' }
    const many = ['one', 'two', 'three'].map((name) => `${name}@kitewise.example`)
    for (const to of many) await order({ to, language: 'en', template: 'reminder', values })
    await welcome('waits@kitewise.example')
    expect(await listReceiversByJob(server.context.db)).toEqual(['waits@kitewise.example', ...many])
    await runJobs(server.context)
  })

  it.each(['', 'nobody', 'a@b.example\r\nBcc: c@d.example', '"a b"@c.example', 'a@b.example,c@d.example'])(
    'for the invalid address %j is a bug',
    async (to) => {
      await expect(welcome(to)).rejects.toThrow('not a valid email address')
    },
  )

  it('is deleted with its account', async () => {
    const user = await createUser(server.context)
    await order({ to: user.email, userId: user.id, language: 'en', template: 'welcome', values: {} })
    await deleteUser(server.context.db, user.id)
    expect(await countOf(user.email)).toBe(0)
  })
})
