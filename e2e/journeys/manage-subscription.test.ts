import type { Page } from '@playwright/test'
import { layoutFaults } from '../support/layout-faults.ts'
import { expect, test } from '../support/test.ts'

const openSubscription = async (page: Page): Promise<void> => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('link', { name: 'Subscription', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Subscription', level: 1 })).toBeVisible()
}

const cancel = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: 'Yes, cancel' }).click()
}

test('a learner cancels the trial in two presses, the page reloads, and the learner resumes the plan @laptop', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ subscription: 'bought' }))
  await openSubscription(page)
  await expect(page.getByText('$29.99 / 1 month')).toBeVisible()
  await expect(page.getByText('First payment')).toBeVisible()

  const reloaded = page.waitForEvent('load')
  await cancel(page)
  await expect(page.getByText(/^Your subscription is canceled\. You keep access until/)).toBeInViewport()
  await expect(page.getByText('Nice!')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Keep my subscription' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Cancellation Scheduled' })).toBeDisabled()
  await reloaded
  await expect(page.getByRole('button', { name: 'Cancellation Scheduled' })).toBeDisabled()
  await expect(page.getByText('Access until', { exact: true })).toBeVisible()
  expect(await layoutFaults(page), 'after canceling').toEqual([])

  await page.getByRole('button', { name: 'Keep my subscription' }).click()
  await expect(page.getByText('Your subscription continues.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
})

test('a learner changes the card after a declined one, and can leave the page without changing it', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ subscription: 'bought' }))
  await openSubscription(page)
  await expect(page.getByText('Expires 12/2040')).toBeVisible()
  await page.getByRole('button', { name: 'Change card' }).click()
  await expect(page.getByText('Test page')).toBeVisible()
  await page.getByRole('link', { name: 'Keep my current card' }).click()
  await expect(page.getByText('Expires 12/2040')).toBeVisible()

  await page.getByRole('button', { name: 'Change card' }).click()
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByLabel('Expiry date').fill('03/33')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByText('The card was declined. Try another card.')).toBeVisible()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByText('Your payment method is up to date.')).toBeVisible()
  await expect(page.getByText('Expires 03/2033')).toBeVisible()
  await expect(page).toHaveURL(/\/subscription$/)
})

test('a subscription unknown to every provider can still be canceled', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await openSubscription(page)
  await expect(page.getByText('No card is saved for this subscription.')).toBeVisible()
  await cancel(page)
  await expect(page.getByRole('button', { name: 'Cancellation Scheduled' })).toBeDisabled()
})

test('Back leads from the subscription to the profile, and the settings close by keyboard', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  await openSubscription(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeFocused()
  const settings = page.getByRole('button', { name: 'Settings' })
  await settings.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(settings).toBeFocused()
})
