import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import type { MailTemplate } from './mail-template.ts'
import { queueMail, type MailOrder } from './queue-mail.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  // The library keeps the jobs' names in a table, which a first run fills.
  await runJobs(server.context)
})
afterAll(() => server.close())

const order = <T extends MailTemplate>(wanted: MailOrder<T>) =>
  inTransaction(server.context.db, (tx) => queueMail(tx, wanted))
const welcome = (to: string, dedupeKey?: string) =>
  order({ to, language: 'en', template: 'welcome', values: {}, ...(dedupeKey ? { dedupeKey } : {}) })
const hint = (to: string) => order({ to, language: 'en', template: 'sign_in_hint', values: {} })
const makeOlder = (to: string, age: string) =>
  server.context.db`update outgoing_mails set created_at = created_at - ${age}::interval where to_address = ${to}`
const countOf = async (to: string) => {
  await runJobs(server.context)
  return (await mailsTo(server.context, to)).length
}

describe('an ordered mail', () => {
  it('goes when the transaction is done, and not when it is undone', async () => {
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

  it('of one key goes once for ever, however many order it at once', async () => {
    const to = 'keyed@kitewise.example'
    const answers = await Promise.all(Array.from({ length: 8 }, () => welcome(to, 'welcome:1')))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await countOf(to)).toBe(1)
    expect(await welcome(to, 'welcome:1')).toBe(false)
    expect(await welcome(to, 'welcome:2')).toBe(true)
    expect(await countOf(to)).toBe(2)
  })

  it.each(['', 'nobody', 'a@b.example\r\nBcc: c@d.example', '"a b"@c.example', 'a@b.example,c@d.example'])(
    'for %j is a mistake of ours',
    async (to) => {
      await expect(welcome(to)).rejects.toThrow('no address')
    },
  )

  it('goes with the account it is about', async () => {
    const user = await createUser(server.context)
    await order({ to: user.email, userId: user.id, language: 'en', template: 'welcome', values: {} })
    await server.context.db`delete from users where id = ${user.id}`
    expect(await countOf(user.email)).toBe(0)
  })
})

describe('a mail that anybody may ask for', () => {
  it('is not sent again within a minute', async () => {
    const to = 'minute@kitewise.example'
    expect(await Promise.all(Array.from({ length: 6 }, () => hint(to)))).toEqual(
      expect.arrayContaining([true, false, false, false, false, false]),
    )
    expect(await countOf(to)).toBe(1)
    await makeOlder(to, '61 seconds')
    expect(await hint(to)).toBe(true)
  })

  it('is sent three times an hour and ten times a day to one address, whichever mail it is', async () => {
    const to = 'often@kitewise.example'
    const user = await createUser(server.context, { email: to })
    const link = () => order({ to, userId: user.id, language: 'en', template: 'set_pin_after_restore', values: {} })
    let sent = 0
    for (let hour = 0; hour < 6; hour += 1) {
      for (const ask of [hint, link, hint, link]) {
        if (await ask(to)) sent += 1
        await makeOlder(to, '61 seconds')
      }
      expect(sent).toBe(Math.min(10, 3 * (hour + 1)))
      await makeOlder(to, '1 hour')
    }
    await makeOlder(to, '24 hours')
    expect(await hint(to)).toBe(true)
  })

  it('never keeps our own mails from going', async () => {
    const to = 'flooded@kitewise.example'
    for (let times = 0; times < 12; times += 1) {
      await hint(to)
      await makeOlder(to, '61 seconds')
    }
    expect(await hint(to)).toBe(false)
    expect(await welcome(to)).toBe(true)
  })
})
