import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { startPushService } from '../../test-support/push-service.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { deleteUser } from '../../test-support/rows/accounts.ts'
import { testConfig } from '../../test-support/test-config.ts'
import { seedFinishedLessons } from '../learning/seed-finished-lessons.ts'
import { findSetting } from './reminders.sql.ts'
import { unsubscribeToken } from './unsubscribe.ts'

let server: TestServer
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ config: { push: { ...testConfig().push, services: [service.origin] } } })
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const kyiv = { 'x-time-zone': 'Europe/Kyiv' }

const signInAfter = async (lessons: number, zone: Record<string, string> = kyiv) => {
  const user = await createUser(server.context)
  await seedFinishedLessons(server.context, user.id, ['ai-zero.l01', 'ai-zero.l02'].slice(0, lessons))
  const token = await server.signIn(user.email, user.pin)
  const { sessionSecret } = server.context.config
  return {
    ...user,
    token,
    stop: unsubscribeToken(sessionSecret, user.id, 'reminders'),
    read: async () => (await server.call('reminders', { token, headers: zone })).body.data,
    update: (body: unknown, headers = zone) => server.call('updateReminders', { token, body, headers }),
    save: (body: unknown) => server.call('savePushSubscription', { token, body, headers: zone }),
    remove: (endpoint: string) => server.call('removePushSubscription', { token, body: { endpoint }, headers: zone }),
  }
}
const subscriptionOf = ({ endpoint, keys }: ReturnType<typeof service.openBrowser>) => ({ endpoint, keys })

describe('reminders', () => {
  it('are off, and not offered before the second finished lesson', async () => {
    const beginner = await signInAfter(1)
    expect(await beginner.read()).toMatchObject({
      byMail: false,
      pushEndpoints: [],
      hour: 19,
      timeZone: 'Europe/Kyiv',
      isOpen: false,
      isOfferOpen: false,
    })
    expect((await beginner.update({ byMail: true, hour: 8 })).error?.name).toBe('reminders_too_early')
    const browser = subscriptionOf(service.openBrowser())
    expect((await beginner.save(browser)).error?.name).toBe('reminders_too_early')
    expect(await beginner.read()).toMatchObject({ byMail: false, pushEndpoints: [] })
    expect(await (await signInAfter(2)).read()).toMatchObject({ isOpen: true, isOfferOpen: true, isQuiet: false })
  })

  it('store the hour and time zone, and the offer is never repeated, whatever the answer', async () => {
    const learner = await signInAfter(2)
    const reply = await learner.update({ byMail: true, hour: 7 })
    expect(reply.body.data).toMatchObject({ byMail: true, hour: 7, timeZone: 'Europe/Kyiv', isOfferOpen: false })
    const other = await signInAfter(2)
    await other.update({ byMail: false, hour: 19 })
    expect(await other.read()).toMatchObject({ byMail: false, isOfferOpen: false })
  })

  it('follow the learner to another time zone when the app is opened there', async () => {
    const learner = await signInAfter(2)
    await learner.update({ byMail: true, hour: 7 })
    const zoneOf = async () => (await findSetting(server.context.db, learner.id))?.timeZone
    await server.call('streak', { token: learner.token, headers: { 'x-time-zone': 'Asia/Tokyo' } })
    expect(await zoneOf()).toBe('Asia/Tokyo')
    await server.call('streak', { token: learner.token, headers: { 'x-time-zone': 'Nowhere/Land' } })
    await server.call('streak', { token: learner.token })
    expect(await zoneOf()).toBe('Asia/Tokyo')
  })

  it('accept only whole hours of a day, and only with a session', async () => {
    const learner = await signInAfter(2)
    for (const odd of [
      { byMail: true, hour: 24 },
      { byMail: true, hour: -1 },
      { byMail: true, hour: 7.5 },
      { hour: 7 },
      {},
    ])
      expect((await learner.update(odd)).status).toBe(400)
    for (const name of ['reminders', 'updateReminders', 'savePushSubscription', 'removePushSubscription'] as const)
      expect((await server.call(name, name === 'reminders' ? {} : { body: {} })).status).toBe(401)
  })
})

describe('browser', () => {
  it('is added once, however often it registers, and removed', async () => {
    const learner = await signInAfter(2)
    const browser = subscriptionOf(service.openBrowser())
    await Promise.all([1, 2, 3].map(() => learner.save(browser)))
    const found = await learner.read()
    expect(found).toMatchObject({ pushEndpoints: [browser.endpoint], byMail: false, isOfferOpen: false })
    expect(found.pushKey).toBe(server.context.config.push.publicKey)
    for (const _ of [1, 2]) expect((await learner.remove(browser.endpoint)).body.data.pushEndpoints).toEqual([])
  })

  it('shared by two people belongs to the latest one to register', async () => {
    const [first, second] = [await signInAfter(2), await signInAfter(2)]
    const browser = subscriptionOf(service.openBrowser())
    await first.save(browser)
    await second.save(browser)
    expect((await first.read()).pushEndpoints).toEqual([])
    expect((await second.read()).pushEndpoints).toEqual([browser.endpoint])
    await first.remove(browser.endpoint)
    expect((await second.read()).pushEndpoints).toEqual([browser.endpoint])
  })

  it('is dropped when it is not among the ten newest', async () => {
    const learner = await signInAfter(2)
    const browsers = Array.from({ length: 12 }, () => subscriptionOf(service.openBrowser()))
    for (const browser of browsers) await learner.save(browser)
    expect((await learner.read()).pushEndpoints).toEqual(browsers.slice(2).map(({ endpoint }) => endpoint))
  })

  it('must use a known push service and standard keys', async () => {
    const learner = await signInAfter(2)
    const { endpoint, keys } = subscriptionOf(service.openBrowser())
    for (const elsewhere of ['https://169.254.169.254/latest', `${server.url}/api/plans`, 'https://evil.example/x'])
      expect((await learner.save({ endpoint: elsewhere, keys })).error?.name).toBe('push_service_unknown')
    for (const odd of [{ endpoint, keys: { ...keys, auth: 'x' } }, { endpoint: 'x', keys }, { endpoint }])
      expect((await learner.save(odd)).status).toBe(400)
    expect((await learner.read()).pushEndpoints).toEqual([])
  })
})

const wantEverything = async () => {
  const learner = await signInAfter(2)
  await learner.update({ byMail: true, hour: 7 })
  await learner.save(subscriptionOf(service.openBrowser()))
  await server.call('updateMarketingConsent', { token: learner.token, body: { marketingConsent: true } })
  const wanted = async () => {
    const { byMail, pushEndpoints } = await learner.read()
    const consent = await server.call('marketingConsent', { token: learner.token })
    return [byMail, pushEndpoints.length, consent.body.data.marketingConsent]
  }
  return { ...learner, wanted }
}

describe('one-click link of a reminder', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it('ends reminders by mail and push, keeps tips and news, and can be repeated', async () => {
    const learner = await wantEverything()
    for (const _ of [1, 2]) {
      const reply = await server.call(`POST /u/${learner.stop}`, { body: 'List-Unsubscribe=One-Click', headers: form })
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null])
    }
    expect(await learner.wanted()).toEqual([false, 0, true])
    expect(await learner.read()).toMatchObject({ isOfferOpen: false })
  })

  it('redirects GET to the page, with the kind of mail', async () => {
    const learner = await wantEverything()
    const reply = await server.call(`GET /u/${learner.stop}`)
    expect(reply.headers.get('location')).toBe(`/unsubscribe?token=${learner.stop}&about=reminders`)
    expect(await learner.wanted()).toEqual([true, 1, true])
  })

  it('keeps reminders when the mail was marketing', async () => {
    const learner = await wantEverything()
    const token = unsubscribeToken(server.context.config.sessionSecret, learner.id)
    await server.call('unsubscribe', { body: { token } })
    expect(await learner.wanted()).toEqual([true, 1, false])
  })

  it('ends everything on request', async () => {
    const learner = await wantEverything()
    await server.call('unsubscribe', { body: { token: learner.stop, everything: true } })
    expect(await learner.wanted()).toEqual([false, 0, false])
  })

  it('returns 200 for a deleted account too', async () => {
    const learner = await signInAfter(2)
    await deleteUser(server.context.db, learner.id)
    expect((await server.call('unsubscribe', { body: { token: learner.stop } })).status).toBe(200)
  })
})
