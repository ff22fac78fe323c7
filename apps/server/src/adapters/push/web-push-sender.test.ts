import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPushService } from '../../test-support/push-service.ts'
import { testConfig } from '../../test-support/test-config.ts'
import { createWebPushSender } from './web-push-sender.ts'

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())

const message = { title: 'Your five minutes', body: 'A lesson', url: '/boost', language: 'en' }
const send = (p256dh: string, auth: string) => {
  const { push } = testConfig()
  const { endpoint } = service.openBrowser()
  return createWebPushSender({ ...push, services: [service.origin] }).send({ endpoint, p256dh, auth }, message, 60)
}
const auth = 'A'.repeat(22)

it('delivers a message to a browser', async () => {
  const { keys } = service.openBrowser()
  expect(await send(keys.p256dh, keys.auth)).toBe('sent')
})

it.each([
  ['a point that is not on the curve', `B${'A'.repeat(86)}`],
  ['too short', 'BA'],
  ['nothing', ''],
])('permanently rejects a key that is %s, without a request', async (_, p256dh) => {
  const before = service.requests()
  expect(await send(p256dh, auth)).toBe('refused')
  expect(service.requests()).toBe(before)
})
