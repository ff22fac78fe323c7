import { examine } from '../support/examine.ts'
import { everythingSent } from '../support/lesson.ts'
import { signInElsewhere } from '../support/sign-in-elsewhere.ts'
import { expect, test } from '../support/test.ts'

test('a learner finds the 28 days from the dashboard, does a mission and goes to the next lesson by keyboard @laptop', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 2 }))
  await page.goto('/dashboard')
  const card = page.getByRole('link', { name: /^Your 28 days Day 1 of 28: / })
  await expect(card).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start', exact: true })).toBeInViewport({ ratio: 1 })
  await examine(page, 'dashboard with the 28 days')
  await card.focus()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/month-plan$/)
  await expect(page.getByText('0 of 28 steps done')).toBeVisible()
  await examine(page, 'the 28 days')
  await page.getByRole('button', { name: /Write the message you’ve been putting off/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write the message you’ve been putting off' })
  await examine(page, 'a mission')
  await dialog.getByRole('textbox').focus()
  await page.keyboard.type('I thanked my old teacher')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 of 28 steps done')).toBeVisible()
  await everythingSent(page)
  await page.reload()
  await expect(page.getByText('I thanked my old teacher')).toBeVisible()

  await page.getByRole('link', { name: 'Start', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/course\/ai-zero\/lesson\/ai-zero\.l\d\d\/start$/)
})

test('a mission done without a connection is sent when it returns', async ({ page, world, signIn, browser }) => {
  const learner = await world.makeLearner()
  await signIn(learner)
  await page.goto('/month-plan')
  await page.route('**/mission/**', (route) => route.abort())
  await page.getByRole('button', { name: /Write the message/ }).click()
  await page.getByRole('button', { name: 'I did it' }).click()
  await expect(page.getByText('1 of 28 steps done')).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 of 28 steps done')).toBeVisible()

  await page.unroute('**/mission/**')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await everythingSent(page)
  const other = await signInElsewhere(browser, world.url, learner)
  await other.goto('/month-plan')
  await expect(other.getByText('1 of 28 steps done')).toBeVisible()
  await other.context().close()
})
