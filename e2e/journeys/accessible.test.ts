import { examine } from '../support/examine.ts'
import type { Page } from '@playwright/test'
import { course, heading, isLastCard, learnOf, lessonButton, pressCard, startOf } from '../support/lesson.ts'
import { openScreen } from '../support/settle.ts'
import { expect, test } from '../support/test.ts'

const legalScreens = ['/terms', '/privacy', '/subscription-terms']
const publicScreens = [
  '/login',
  '/plans',
  '/restore-pass',
  '/language',
  '/support',
  '/unsubscribe?token=x',
  '/no-such-page',
  ...legalScreens,
]
const learnerScreens = [
  '/dashboard',
  '/courses',
  '/recommended-courses',
  '/for-my-work',
  '/my-prompts',
  course,
  startOf('l03'),
  `${learnOf('l03')}?fragment=2`,
  learnOf('l01'),
  '/profile',
  '/subscription',
  '/feedback',
  '/language',
  '/support',
  '/boost',
  ...legalScreens,
]

const examineAt = async (page: Page, screen: string, name: string): Promise<void> => {
  await openScreen(page, screen)
  await examine(page, name)
}

/** Each group is one visit, so its screens share the browser's cache. */
const inGroups = (screens: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(screens.length / size) }, (_, index) =>
    screens.slice(index * size, (index + 1) * size),
  )

for (const screens of inGroups(publicScreens, 5))
  test(`visitors: ${screens.join(', ')} pass axe in light and dark, at 320 px and at 200 % text @laptop`, async ({
    page,
  }) => {
    for (const screen of screens) await test.step(screen, () => examineAt(page, screen, screen))
  })

test.describe('signed in', () => {
  test.use({ storageState: async ({ signedInState }, use) => use(signedInState) })

  for (const screens of inGroups(learnerScreens, 6))
    test(`learners: ${screens.join(', ')} pass axe in light and dark, at 320 px and at 200 % text @laptop`, async ({
      page,
    }) => {
      for (const screen of screens) await test.step(screen, () => examineAt(page, screen, `learner${screen}`))
    })
})

test('a lesson can be completed with the keyboard alone', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await page.goto(startOf('l01'))
  await page.getByRole('button', { name: 'START LESSON' }).focus()
  await page.keyboard.press('Enter')
  for (const next of ['Next word, again and again', 'Fluent is not the same as true']) {
    await lessonButton(page).waitFor()
    while (!(await heading(page, next).isVisible())) await pressCard(page)
    await expect(heading(page, next)).toBeFocused()
  }
  const radio = page.getByRole('radio', { name: 'It knows the truth' })
  while (!(await radio.isVisible())) await pressCard(page)
  await radio.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Check' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Correct answer|Incorrect answer/)).toBeVisible()
  while (!(await heading(page, 'What this means for you').isVisible())) await pressCard(page)
  await expect(heading(page, 'What this means for you')).toBeFocused()
  while (!(await isLastCard(page))) await pressCard(page)
  await lessonButton(page).press('Enter')
  await expect(page.getByText('2 of 14 lessons')).toBeVisible()
})
