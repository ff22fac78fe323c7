import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo, tokenIn } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { addSprayedUsers, expireDeviceTokens } from '../../test-support/rows/accounts.ts'
import { ageMails } from '../../test-support/rows/mails.ts'
import {
  ageAccountFailures,
  ageGuessesOfYear,
  ageNetworkFailures,
  endWaits,
  forgetAccountFailures,
  lowerGuard,
} from '../../test-support/rows/sign-in-attempts.ts'
import { testConfig } from '../../test-support/test-config.ts'

let server: TestServer
let mailMode: TestServer

beforeAll(async () => {
  server = await startTestServer({ config: { trustedProxies: 1 } })
  mailMode = await startTestServer({
    config: { trustedProxies: 1, loginNewDevice: 'mail' },
    database: server.database,
  })
})
afterAll(async () => {
  await mailMode.close()
  await server.close()
})

let networks = 0
const newNetwork = () => {
  networks += 1
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`
}
const signIn = (email: string, pin: string, { at = server, cookie = '', network = newNetwork() } = {}) =>
  at.call('login', { body: { email, pin }, headers: { 'x-forwarded-for': network, cookie } })
const confirm = (token: string, at = server) =>
  at.call('confirmDevice', { body: { token }, headers: { 'x-forwarded-for': newNetwork() } })
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''

const mailedTokens = async (email: string) => {
  await runJobs(server.context)
  return (await mailsTo(server.context, email)).filter(({ text }) => text.includes('/login?token=')).map(tokenIn)
}
const failThrice = async (email: string) => {
  for (const _ of [1, 2, 3]) expect((await signIn(email, '0000')).status).toBe(401)
}
/** The visible parts of a rejection, without the request id. */
const shown = ({ status, text, headers }: Awaited<ReturnType<typeof signIn>>) => [
  status,
  text,
  [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
]

describe('unknown device after three failures', () => {
  it('waits, then needs the mailbox, with the same answers for a right PIN, a wrong PIN and an unknown address', async () => {
    const learner = await createUser(server.context)
    const nobody = 'nobody-here@kitewise.example'
    const answers = []
    for (const email of [learner.email, nobody]) {
      await failThrice(email)
      expect((await signIn(email, learner.pin)).status).toBe(429)
      await endWaits(server.context.db)
      answers.push(shown(await signIn(email, learner.pin)))
      await endWaits(server.context.db)
      answers.push(shown(await signIn(email, '0001')))
    }
    expect(answers[0]?.[0]).toBe(403)
    expect(answers[0]?.[1]).toContain('check_mailbox')
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('gets one mail per 15 minutes, and none for an address without an account', async () => {
    const { email, pin } = await createUser(server.context)
    await failThrice(email)
    for (const _ of [1, 2]) {
      await endWaits(server.context.db)
      await signIn(email, pin)
      await runJobs(server.context)
    }
    expect(await mailedTokens(email)).toHaveLength(1)
    await ageMails(server.context.db, '16 minutes', { to: email })
    await endWaits(server.context.db)
    await signIn(email, pin)
    expect(await mailedTokens(email)).toHaveLength(2)
    await failThrice('no-account@kitewise.example')
    await endWaits(server.context.db)
    await signIn('no-account@kitewise.example', pin)
    expect(await mailedTokens('no-account@kitewise.example')).toEqual([])
  })

  it('can sign in with the PIN after opening the mailed link, which resets the failures', async () => {
    const { email, pin } = await createUser(server.context)
    await failThrice(email)
    await endWaits(server.context.db)
    expect((await signIn(email, pin)).error?.name).toBe('check_mailbox')
    const [token = ''] = await mailedTokens(email)
    const confirmed = await confirm(token)
    expect(confirmed.body).toEqual({ data: { email } })
    const cookie = cookieOf(confirmed.headers)
    expect((await signIn(email, '0000', { cookie })).status).toBe(401)
    expect((await signIn(email, pin, { cookie })).status).toBe(200)
    expect((await signIn(email, pin)).status).toBe(200)
    expect((await confirm(token)).error?.name).toBe('invalid_token')
  })

  it('gets the link at once where a class has mistyped too often, and signs in with it', async () => {
    const network = newNetwork()
    for (let index = 0; index < 20; index += 1)
      expect((await signIn(`pupil-${index % 7}@kitewise.example`, '0000', { network })).status).toBe(401)
    const { email, pin } = await createUser(server.context)
    expect((await signIn(email, '0000', { network })).error?.name).toBe('check_mailbox')
    expect((await signIn(email, pin, { network })).error?.name).toBe('check_mailbox')
    const [token = ''] = await mailedTokens(email)
    const cookie = cookieOf((await confirm(token)).headers)
    expect((await signIn(email, pin, { network, cookie })).status).toBe(200)
  })

  it('is rejected with the link alone and with a made-up, expired or wrong-purpose link', async () => {
    const { email } = await createUser(server.context)
    await failThrice(email)
    await endWaits(server.context.db)
    await signIn(email, '0000')
    const [token = ''] = await mailedTokens(email)
    await expireDeviceTokens(server.context.db)
    for (const given of [token, 'A'.repeat(22), '']) {
      const reply = await confirm(given)
      expect([reply.error?.name, cookieOf(reply.headers)]).toEqual(['invalid_token', ''])
    }
    const setUp = await server.call('setPin', { token, body: { email, pin: '8305' } })
    expect(setUp.error?.name).toBe('invalid_token')
  })
})

describe('guesses at one account', () => {
  it('are limited to twelve a year, however slow they are and however often the owner signs in', async () => {
    const { email, pin } = await createUser(server.context)
    for (let month = 0; month < 6; month += 1) {
      await ageAccountFailures(server.context.db)
      for (const _ of [1, 2, 3]) {
        const { status } = await signIn(email, '0000')
        expect(status).toBe(month < 4 ? 401 : 403)
        if (month < 4) continue
        await endWaits(server.context.db)
      }
    }
    await ageAccountFailures(server.context.db)
    expect((await signIn(email, pin)).error?.name).toBe('check_mailbox')
    await ageGuessesOfYear(server.context.db)
    await forgetAccountFailures(server.context.db)
    expect((await signIn(email, pin)).status).toBe(200)
  })
})

describe('mailbox required for every new device', () => {
  it('compares no PIN without the link, and accepts the PIN with it', async () => {
    const { email, pin } = await createUser(server.context)
    const at = mailMode
    const [right, wrong] = [await signIn(email, pin, { at }), await signIn(email, '0000', { at })]
    const stranger = await signIn('stranger@kitewise.example', pin, { at })
    expect(right.error).toMatchObject({ status: 403, name: 'check_mailbox' })
    expect(shown(wrong)).toEqual(shown(right))
    expect(shown(stranger)).toEqual(shown(right))
    const [token = ''] = await mailedTokens(email)
    const cookie = cookieOf((await confirm(token, at)).headers)
    expect((await signIn(email, pin, { at, cookie })).status).toBe(200)
    expect((await signIn(email, pin, { at, cookie })).status).toBe(200)
  })

  it('knows the browser that set the PIN by a link', async () => {
    const { email } = await createUser(server.context, { pin: null })
    await mailMode.call('restorePin', { body: { email } })
    await runJobs(server.context)
    const [mail] = await mailsTo(server.context, email)
    const token = tokenIn(mail ?? { text: '' })
    const set = await mailMode.call('setPin', { token, body: { email, pin: '8305' } })
    const cookie = cookieOf(set.headers)
    expect((await signIn(email, '8305', { at: mailMode, cookie })).status).toBe(200)
    expect((await signIn(email, '8305', { at: mailMode })).status).toBe(403)
  })
})

/** Two instances on their own database, where failures at 20 accounts a day raise the guard. */
const startGuarded = async () => {
  const { limits } = testConfig()
  const config = { trustedProxies: 1, limits: { ...limits, wrongPinsPerDay: 20 } }
  const at = await startTestServer({ config })
  const second = await startTestServer({ config, database: at.database })
  const close = async () => {
    await second.close()
    await at.close()
  }
  return { at, second, close }
}
/** So many at once that they race, and so few that none waits for a connection longer than a busy server lets it. */
const inBatches = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  while (results.length < count) {
    const start = results.length
    results.push(...(await Promise.all(Array.from({ length: Math.min(40, count - start) }, (_, n) => work(start + n)))))
  }
  return results
}
const countOf = (replies: { status: number }[], wanted: number) =>
  replies.filter(({ status }) => status === wanted).length

const answerAfterNineteen = async (email: (at: TestServer) => Promise<string>) => {
  const { at, close } = await startGuarded()
  for (let index = 0; index < 19; index += 1) {
    const { email: primed } = await createUser(at.context)
    await signIn(primed, '1397', { at })
  }
  const reply = await signIn(await email(at), '1397', { at })
  await close()
  return shown(reply)
}

describe('one PIN tried at many accounts', () => {
  it('is answered at 20 of 400 accounts from 200 networks, then every unknown device needs the mailbox', async () => {
    const { at, second, close } = await startGuarded()
    const { db } = at.context
    const owner = await createUser(at.context)
    const cookie = cookieOf((await signIn(owner.email, owner.pin, { at })).headers)
    await addSprayedUsers(db, 400)
    const networks = Array.from({ length: 200 }, newNetwork)
    const replies = await inBatches(400, (index) => {
      const from = { at: index % 2 ? at : second, network: networks[index % 200] }
      return signIn(`sprayed-${index + 1}@kitewise.example`, '1397', from)
    })
    expect(replies.filter(({ status }) => status > 403).map(({ text }) => text)).toEqual([])
    expect([countOf(replies, 401), countOf(replies, 403)]).toEqual([20, 380])
    const last = 'sprayed-400@kitewise.example'
    expect((await signIn(last, owner.pin, { at: second })).status).toBe(403)
    expect((await signIn(owner.email, owner.pin, { at: second, cookie })).status).toBe(200)
    await lowerGuard(db)
    expect((await signIn(last, owner.pin, { at: second })).status).toBe(200)
    await close()
  })

  it('does not affect others while the addresses are invented, whatever their number', async () => {
    const { at, second, close } = await startGuarded()
    const replies = await inBatches(200, (index) =>
      signIn(`invented-${index}@kitewise.example`, '1397', { at: index % 2 ? at : second }),
    )
    expect(countOf(replies, 401)).toBe(200)
    const learner = await createUser(at.context)
    expect((await signIn(learner.email, learner.pin, { at: second })).status).toBe(200)
    await close()
  })

  it('ignores typos: a wrong PIN followed by the right one from the same network does not count', async () => {
    const { at, close } = await startGuarded()
    for (let index = 0; index < 30; index += 1) {
      const { email, pin } = await createUser(at.context)
      const network = newNetwork()
      expect((await signIn(email, '1397', { at, network })).status).toBe(401)
      expect((await signIn(email, pin, { at, network })).status).toBe(200)
    }
    await close()
  })

  it('does not reveal whether the address that raises the guard has an account', async () => {
    const known = await answerAfterNineteen(async (at) => (await createUser(at.context)).email)
    expect(await answerAfterNineteen(async () => 'invented@kitewise.example')).toEqual(known)
    expect(known[0]).toBe(401)
  })

  it('is answered at ten accounts a day from one network, then only that network needs the mailbox', async () => {
    const { at, close } = await startGuarded()
    const network = newNetwork()
    for (let index = 0; index < 10; index += 1)
      expect((await signIn((await createUser(at.context)).email, '1397', { at, network })).status).toBe(401)
    await ageNetworkFailures(at.context.db, '61 minutes')
    await endWaits(at.context.db)
    const { email, pin } = await createUser(at.context)
    expect((await signIn(email, pin, { at, network })).error?.name).toBe('check_mailbox')
    expect((await signIn(email, pin, { at })).status).toBe(200)
    await ageNetworkFailures(at.context.db, '25 hours')
    expect((await signIn(email, pin, { at, network })).status).toBe(200)
    await close()
  })
})
