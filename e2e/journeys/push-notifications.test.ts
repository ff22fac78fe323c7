import type { Page } from '@playwright/test'
import { examine } from '../support/examine.ts'
import { launchOptions } from '../support/launch-options.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow', launchOptions: launchOptions('notifications') })

const byPush = (page: Page) => page.getByRole('switch', { name: 'As a notification in this browser' })

/** Replaces the browser's push service, which belongs to its vendor and can't be reached here. */
const standInForPushService = () => {
  let subscription: PushSubscription | null = null
  const endpoint = 'https://fcm.googleapis.com/fcm/send/a-browser-of-a-journey'
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  PushManager.prototype.getSubscription = async () => subscription
  PushManager.prototype.subscribe = async (options) => {
    const made = {
      endpoint,
      options,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        subscription = null
        return true
      },
    }
    subscription = made as unknown as PushSubscription
    return subscription
  }
}

test('a press turns notifications on, and a push message shows one with its text', async ({ page, world, signIn }) => {
  await page.addInitScript(standInForPushService)
  await page.context().grantPermissions(['notifications'], { origin: world.url })
  await signIn(await world.makeLearner({ finishedLessons: 2 }))
  await page.goto('/reminders')
  await byPush(page).click()
  await expect(byPush(page)).toBeChecked()
  await examine(page, 'reminders with notifications')

  const devtools = await page.context().newCDPSession(page)
  const started = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push/'))
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const message = { title: 'Tus cinco minutos', body: '«Una lección»', url: '/boost', language: 'es' }
  const registrationId = await started
  for (const _ of [1, 2])
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: world.url,
      registrationId,
      data: JSON.stringify(message),
    })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/push/')
      const notifications = (await registration?.getNotifications()) ?? []
      return notifications.map(({ title, body, lang, data }) => ({ title, body, lang, data: data as unknown }))
    })
  await expect.poll(shown).toEqual([{ title: message.title, body: message.body, lang: 'es', data: { url: '/boost' } }])

  await byPush(page).click()
  await expect(byPush(page)).not.toBeChecked()
})
