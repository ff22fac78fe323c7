import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { ageMails } from '../../test-support/rows/mails.ts'
import { testConfig } from '../../test-support/test-config.ts'
import type { MailTemplate } from './mail-texts.ts'
import { type MailRequest, queueMail, requestMail } from './queue-mail.ts'

let server: TestServer

beforeAll(async () => {
  const { limits } = testConfig()
  server = await startTestServer({ config: { limits: { ...limits, mailPerHour: 5, mailAllPerHour: 1_000 } } })
})
afterAll(() => server.close())

let networks = 0
const newNetwork = () => {
  networks += 1
  return `network-${networks}`
}
/** Each request comes from its own network by default. */
const ask = <T extends MailTemplate>(wanted: Omit<MailRequest<T>, 'requestedFrom'>, requestedFrom = newNetwork()) =>
  inTransaction(server.context.db, (tx) => requestMail(tx, server.context, { ...wanted, requestedFrom }))
const hint = (to: string, requestedFrom?: string) =>
  ask({ to, language: 'en', template: 'sign_in_hint', values: {} }, requestedFrom)
const welcome = (to: string) =>
  inTransaction(server.context.db, (tx) => queueMail(tx, { to, language: 'en', template: 'welcome', values: {} }))
const makeOlder = (to: string, age: string) => ageMails(server.context.db, age, { to })
const countOf = async (to: string) => {
  await runJobs(server.context)
  return (await mailsTo(server.context, to)).length
}

describe('mail that anyone can request', () => {
  it('is not sent again within a minute', async () => {
    const to = 'minute@kitewise.example'
    expect(await Promise.all(Array.from({ length: 6 }, () => hint(to)))).toEqual(
      expect.arrayContaining([true, false, false, false, false, false]),
    )
    expect(await countOf(to)).toBe(1)
    await makeOlder(to, '61 seconds')
    expect(await hint(to)).toBe(true)
  })

  it('is limited to three an hour and ten a day per address, across templates', async () => {
    const to = 'often@kitewise.example'
    const user = await createUser(server.context, { email: to })
    const link = () => ask({ to, userId: user.id, language: 'en', template: 'set_pin_after_restore', values: {} })
    let sent = 0
    for (let hour = 0; hour < 6; hour += 1) {
      for (const order of [hint, link, hint, link]) {
        if (await order(to)) sent += 1
        await makeOlder(to, '61 seconds')
      }
      expect(sent).toBe(Math.min(10, 3 * (hour + 1)))
      await makeOlder(to, '1 hour')
    }
    await makeOlder(to, '24 hours')
    expect(await hint(to)).toBe(true)
  })

  it('never delays mails that we send on our own', async () => {
    const to = 'flooded@kitewise.example'
    for (let times = 0; times < 12; times += 1) {
      await hint(to)
      await makeOlder(to, '61 seconds')
    }
    expect(await hint(to)).toBe(false)
    expect(await welcome(to)).toBe(true)
  })
})

describe('requested mails', () => {
  it('are limited to five an hour per network here, for all recipients, without delaying others', async () => {
    const network = newNetwork()
    const all = Array.from({ length: 12 }, (_, index) => hint(`near-${index}@kitewise.example`, network))
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(5)
    expect(await hint('far@kitewise.example')).toBe(true)
    await ageMails(server.context.db, '1 hour', { requestedFrom: network })
    expect(await hint('near-again@kitewise.example', network)).toBe(true)
  })

  it('are limited to three an hour per account, for all addresses', async () => {
    const { id: userId } = await createUser(server.context)
    const link = (index: number) =>
      ask({
        to: `new-${index}@kitewise.example`,
        userId,
        language: 'en',
        template: 'set_pin_after_restore',
        values: {},
      })
    expect((await Promise.all([0, 1, 2, 3, 4].map(link))).filter(Boolean)).toHaveLength(3)
  })

  it('that let a browser sign in are limited to one in 15 minutes', async () => {
    const { id: userId, email: to } = await createUser(server.context)
    const link = () => ask({ to, userId, language: 'en', template: 'new_device', values: {} })
    expect(await link()).toBe(true)
    await makeOlder(to, '14 minutes 50 seconds')
    expect(await link()).toBe(false)
    await makeOlder(to, '20 seconds')
    expect(await link()).toBe(true)
  })

  it('are limited by a cap for all networks together', async () => {
    const { limits } = testConfig()
    const full = await startTestServer({ config: { limits: { ...limits, mailAllPerHour: 2 } } })
    const askThere = (to: string) =>
      inTransaction(full.context.db, (tx) =>
        requestMail(tx, full.context, { to, language: 'en', template: 'sign_in_hint', values: {}, requestedFrom: to }),
      )
    const sent = []
    for (const name of ['a', 'b', 'c']) sent.push(await askThere(`${name}@kitewise.example`))
    expect(sent).toEqual([true, true, false])
    await full.close()
  })
})
