import { expect, test } from '../support/test.ts'

test('a page that Back brings back shows nothing of a learner who has signed out meanwhile', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Another page of the same address, which runs nothing of the app.
  await page.goto('/favicon.ico')
  await page.evaluate(() => localStorage.clear())
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
})
