import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { countDevices, setPinHash } from '../../test-support/rows/accounts.ts'
import { endWaits, listAttemptKeys } from '../../test-support/rows/sign-in-attempts.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
let second: TestServer

// Each sign-in comes from its own network by default: one proxy is trusted.
const behindOneProxy = { config: { trustedProxies: 1 } }
let lastNetwork = 0
const newNetwork = () => {
  lastNetwork += 1
  return `10.${(lastNetwork >> 16) & 255}.${(lastNetwork >> 8) & 255}.${lastNetwork & 255}`
}

beforeAll(async () => {
  server = await startTestServer(behindOneProxy)
  second = await startTestServer({ ...behindOneProxy, database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

type From = { network?: string; cookie?: string; at?: TestServer }

const attempt = async (email: string, pin: string, { network = newNetwork(), cookie = '', at = server }: From = {}) => {
  const reply = await at.call('login', { body: { email, pin }, headers: { 'x-forwarded-for': network, cookie } })
  return { status: reply.status, wait: Number(reply.headers.get('retry-after') ?? 0), reply }
}
const deviceCookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''

const fourAnswers = async (email: string) => {
  const answers = []
  for (const _ of [1, 2, 3, 4]) {
    const { status, reply } = await attempt(email, '0000')
    answers.push([status, reply.text])
  }
  return answers
}

describe('sign-in attempts on an account', () => {
  it('are delayed after the third failure, whatever the PIN', async () => {
    const { email, pin } = await createUser(server.context)
    for (const _ of [1, 2, 3]) expect((await attempt(email, '0000')).status).toBe(401)
    const blocked = await attempt(email, pin)
    expect(blocked.status).toBe(429)
    expect(blocked.wait).toBeGreaterThan(25)
    expect(blocked.wait).toBeLessThanOrEqual(30)
    expect(blocked.reply.error?.name).toBe('too_many_requests')
  })

  it("are delayed longer each time, independent of the app's clock", async () => {
    const { email } = await createUser(server.context)
    for (const _ of [1, 2, 3]) await attempt(email, '0000')
    for (const seconds of [300, 3_600, 86_400, 86_400]) {
      await endWaits(server.context.db)
      expect((await attempt(email, '0000')).status).toBe(403)
      server.setNow(new Date('2099-01-01T00:00:00Z'))
      const { status, wait } = await attempt(email, '0000')
      expect(status).toBe(429)
      expect(wait).toBeGreaterThan(seconds - 10)
      expect(wait).toBeLessThanOrEqual(seconds)
    }
  })

  it('are limited the same way for addresses without an account', async () => {
    const known = await createUser(server.context)
    expect(await fourAnswers('nobody-at-all@kitewise.example')).toEqual(await fourAnswers(known.email))
  })

  it('compare at most three PINs when sent in parallel to two instances', async () => {
    const { email } = await createUser(server.context)
    const all = Array.from({ length: 80 }, (_, index) =>
      attempt(email, String(index).padStart(4, '0'), { at: index % 2 === 0 ? server : second }),
    )
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(77)
  })

  it('stay counted across a restart', async () => {
    const { email, pin } = await createUser(server.context)
    for (const _ of [1, 2, 3]) await attempt(email, '0000')
    const restarted = await startTestServer({ ...behindOneProxy, database: server.database })
    expect((await attempt(email, pin, { at: restarted })).status).toBe(429)
    await restarted.close()
  })

  it('are not reset when the owner signs in elsewhere', async () => {
    const { email, pin } = await createUser(server.context)
    for (const _ of [1, 2]) await attempt(email, '0000')
    expect((await attempt(email, pin)).status).toBe(200)
    expect((await attempt(email, '0000')).status).toBe(401)
    expect((await attempt(email, '0000')).status).toBe(429)
  })
})

describe('known device', () => {
  it('lets its owner in while unknown devices must wait', async () => {
    const { email, pin } = await createUser(server.context)
    const cookie = deviceCookieOf((await attempt(email, pin)).reply.headers)
    for (const _ of [1, 2, 3, 4]) await attempt(email, '0000')
    expect((await attempt(email, pin)).status).toBe(429)
    const owner = await attempt(email, pin, { cookie })
    expect(owner.status).toBe(200)
    expect(deviceCookieOf(owner.reply.headers)).toBe(cookie)
  })

  it('has its own delays and is forgotten after ten failures', async () => {
    const { email, pin, id } = await createUser(server.context)
    const cookie = deviceCookieOf((await attempt(email, pin)).reply.headers)
    for (const _ of [1, 2, 3]) expect((await attempt(email, '0000', { cookie })).status).toBe(401)
    expect((await attempt(email, pin, { cookie })).status).toBe(429)
    for (let failure = 4; failure <= 10; failure += 1) {
      await endWaits(server.context.db)
      expect((await attempt(email, '0000', { cookie })).status).toBe(401)
    }
    expect(await countDevices(server.context.db, id)).toBe(0)
  })

  it('is unknown for another learner', async () => {
    const one = await createUser(server.context)
    const other = await createUser(server.context)
    const cookie = deviceCookieOf((await attempt(one.email, one.pin)).reply.headers)
    for (const _ of [1, 2, 3]) await attempt(other.email, '0000')
    expect((await attempt(other.email, other.pin, { cookie })).status).toBe(429)
  })

  it('cannot be faked with a made-up cookie', async () => {
    const { email, pin } = await createUser(server.context)
    const cookie = `device=${'a'.repeat(22)}`
    const { reply } = await attempt(email, pin, { cookie })
    expect(deviceCookieOf(reply.headers)).not.toBe(cookie)
  })
})

const statusesOf = async (all: ReturnType<typeof attempt>[]) => (await Promise.all(all)).map(({ status }) => status)

describe('concurrent correct sign-ins', () => {
  const five = [200, 200, 200, 200, 200]

  it('all succeed from one known device', async () => {
    const { email, pin } = await createUser(server.context)
    const cookie = deviceCookieOf((await attempt(email, pin)).reply.headers)
    expect(await statusesOf(five.map(() => attempt(email, pin, { cookie })))).toEqual(five)
  })

  it('all succeed from unknown devices on two instances, and leave no failures counted', async () => {
    const { email, pin } = await createUser(server.context)
    const all = five.map((_, index) => attempt(email, pin, { at: index % 2 === 0 ? server : second }))
    expect(await statusesOf(all)).toEqual(five)
    for (const _ of [1, 2, 3]) expect((await attempt(email, '0000')).status).toBe(401)
  })

  it('all succeed from one network shared by a class', async () => {
    const network = newNetwork()
    const learners = await Promise.all(Array.from({ length: 25 }, () => createUser(server.context)))
    const statuses = await statusesOf(learners.map(({ email, pin }) => attempt(email, pin, { network })))
    expect(statuses.filter((status) => status === 200)).toHaveLength(25)
  })

  it('do not give concurrent wrong ones more than three guesses', async () => {
    const { email, pin } = await createUser(server.context)
    const pins = Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? pin : String(index).padStart(4, '0')))
    const statuses = await statusesOf(
      pins.map((tried, index) => attempt(email, tried, { at: index % 2 === 0 ? server : second })),
    )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(3)
  })
})

describe('attempts from one network', () => {
  it('need the mailbox after 20 failures in an hour, and no PIN is compared', async () => {
    const network = newNetwork()
    for (let index = 0; index < 20; index += 1)
      expect((await attempt(`spray-${index % 7}@kitewise.example`, '1111', { network })).status).toBe(401)
    const learner = await createUser(server.context)
    for (const pin of [learner.pin, '0000'])
      expect((await attempt(learner.email, pin, { network })).reply.error?.name).toBe('check_mailbox')
    expect((await attempt(learner.email, learner.pin)).status).toBe(200)
  })

  it('need the mailbox after failures at ten accounts, while an owner among them can still sign in', async () => {
    const network = newNetwork()
    const [first, ...others] = await Promise.all(Array.from({ length: 11 }, () => createUser(server.context)))
    for (const tried of [first, ...others].slice(0, 10))
      expect((await attempt(tried?.email ?? '', '0000', { network })).status).toBe(401)
    expect((await attempt(others.at(-1)?.email ?? '', '4826', { network })).status).toBe(403)
    expect((await attempt(first?.email ?? '', '4826', { network })).status).toBe(200)
  })

  it('count an IPv6 household as one network', async () => {
    for (let index = 0; index < 10; index += 1)
      await attempt(`six-${index}@kitewise.example`, '1111', { network: `2001:db8:5:5::${index.toString(16)}` })
    expect((await attempt('six@kitewise.example', '1111', { network: '2001:db8:5:5:9::1' })).status).toBe(403)
    expect((await attempt('six@kitewise.example', '1111', { network: '2001:db8:5:6::1' })).status).toBe(401)
  })
})

describe('stored attempts', () => {
  it('do not reveal the addresses that were tried', async () => {
    await attempt('canary-address@kitewise.example', '0000')
    const keys = await listAttemptKeys(server.context.db)
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => key.includes('canary'))).toEqual([])
  })
})

describe('sign-in flood', () => {
  it('gets 503 when the queue is full, which does not count as an attempt', async () => {
    const { pinHashing } = server.context.config
    const narrow = { ...pinHashing, memoryKib: 64 * 1024, atOnce: 1, queue: 1 }
    const small = await startTestServer({
      database: server.database,
      config: { trustedProxies: 1, pinHashing: narrow },
    })
    const learners = await Promise.all(Array.from({ length: 12 }, () => createUser(server.context)))
    const slowHash = await small.context.pinHasher.hash('4826')
    await setPinHash(
      server.context.db,
      learners.map(({ id }) => id),
      slowHash,
    )

    const replies = await Promise.all(learners.map(({ email }) => attempt(email, '0000', { at: small })))
    const turnedAway = learners.filter((_, index) => replies[index]?.status === 503)
    expect(turnedAway.length).toBeGreaterThan(0)
    expect(replies.filter(({ status, wait }) => status === 503 && wait > 0)).toHaveLength(turnedAway.length)
    const [first] = turnedAway
    for (const _ of [1, 2, 3]) expect((await attempt(first?.email ?? '', '0000')).status).toBe(401)
    await small.close()
  })
})
