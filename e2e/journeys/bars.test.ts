import { course, learnOf } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

/** The header of each screen for a signed-in learner, by its content: the main header has name and streak. */
const screens = [
  { path: '/courses', header: 'Kitewise0' },
  { path: '/boost', header: 'Kitewise0' },
  { path: '/dashboard', header: 'Kitewise0' },
  { path: '/recommended-courses', header: 'Recommended courses' },
  { path: '/for-my-work', header: 'For my work' },
  { path: '/my-prompts', header: 'My prompts' },
  { path: '/profile', header: null },
  { path: course, header: null },
  { path: learnOf('l01'), header: null },
]

test('every screen has its header and the three-item bottom bar', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  for (const { path, header } of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByRole('status').filter({ hasText: /Loading/ })).toHaveCount(0)
    await expect(page.getByRole('navigation').getByRole('listitem')).toHaveText(['Courses', 'Boost', 'Account'])
    await expect(page.getByRole('banner'), path).toHaveText(header === null ? [] : [header])
  }
})

test('the bottom bar leads to the courses, to Boost and to the account', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/dashboard')
  for (const [name, path] of [
    ['Courses', '/courses'],
    ['Boost', '/boost'],
    ['Account', '/profile'],
  ] as const) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('the logo leads to today, and Courses stays marked there and in a course', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  const courses = page.getByRole('navigation').getByRole('link', { name: 'Courses' })
  await page.goto('/courses')
  await expect(courses).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Kitewise: today' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(courses).toHaveAttribute('aria-current', 'true')
  await page.goto(course)
  await expect(courses).toHaveAttribute('aria-current', 'true')
})

for (const finishedLessons of [0, 1, 9]) {
  test(`a course opens with no row of its map cut off by the title bar, after ${finishedLessons} lessons @laptop`, async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner({ finishedLessons }))
    await page.goto(course)
    await expect(page.locator('[data-here]')).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(cutRows), { message: 'rows that the title bar cuts off' }).toEqual([])
  })
}

const cutRows = (): string[] => {
  const bar = document.querySelector('h1')?.parentElement?.getBoundingClientRect().bottom ?? 0
  return [...document.querySelectorAll('[data-row]')]
    .filter((row) => row.getBoundingClientRect().top < bar - 1 && row.getBoundingClientRect().bottom > bar + 1)
    .map((row) => row.textContent ?? '')
}
