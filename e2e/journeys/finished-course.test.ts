import { examine } from '../support/examine.ts'
import { completeFragment, course, startOf, toCourse } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

test('a new or started course shows what to do next and how long it takes @laptop', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto(course)
  await expect(page.getByText('0 of 14 lessons')).toBeVisible()
  await expect(page.getByText('About 1 hour 20 minutes left')).toBeVisible()
  await expect(page.getByText('Ready when you are', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Medal not earned yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Start the first lesson' }).click()
  await expect(page.getByText('5 minutes')).toBeVisible()
  await page.getByRole('button', { name: 'START LESSON' }).click()
  await completeFragment(page)

  await page.goto('/dashboard')
  await expect(page.getByText('Pick up where you left off')).toBeVisible()
  await expect(page.getByText('0% done')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/l00\/learn\?fragment=1$/)
})

test('finishing the last lesson shows the medal, the pending certificate and another course @laptop', async ({
  page,
  world,
  signIn,
}) => {
  // A whole lesson and two screens to examine.
  test.setTimeout(120_000)
  await signIn(await world.makeLearner({ finishedLessons: 13 }))
  await page.goto(course)
  await expect(page.getByRole('progressbar', { name: 'Course progress' })).toHaveAttribute(
    'aria-valuetext',
    '93%, 13 of 14 lessons',
  )
  await expect(page.getByRole('img', { name: 'Medal not earned yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get my certificate' })).toHaveCount(0)

  await page.goto(startOf('l13'))
  const parts = await page.getByText(/^\d+ short parts$/).textContent()
  await page.getByRole('button', { name: 'START LESSON' }).click()
  for (let part = 1; part <= Number.parseInt(parts ?? '', 10); part += 1) await completeFragment(page)

  await expect(page).toHaveURL(new RegExp(`${course}$`))
  await toCourse(page)
  await expect(page.getByRole('progressbar', { name: 'Course progress' })).toHaveAttribute(
    'aria-valuetext',
    '100%, 14 of 14 lessons',
  )
  await expect(page.getByText('You can put your name to it', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Medal earned' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get my certificate' })).toHaveAttribute('href', `${course}/certificate`)
  await expect(page.getByRole('link', { name: /^(Next|Continue):/ })).toHaveCount(0)
  await expect(page.getByText(/minutes left$/)).toHaveCount(0)
  await examine(page, 'finished course')

  await page.goto('/dashboard')
  await expect(page.getByText('Your next course')).toBeVisible()
  const begun = page.getByRole('region', { name: 'Your courses' })
  await expect(begun.getByRole('img', { name: 'Medal earned' })).toBeVisible()
  await expect(begun.getByText('Completed')).toBeVisible()
  await examine(page, 'dashboard after a course')
})
