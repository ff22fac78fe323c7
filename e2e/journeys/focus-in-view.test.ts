import { openCheckout, reachOffer, reachPlan, newEmail } from '../support/buyer.ts'
import { coveredFocus } from '../support/covered-focus.ts'
import { course, learnOf, startOf } from '../support/lesson.ts'
import { openScreen } from '../support/settle.ts'
import { createTeam } from '../support/team.ts'
import { expect, test } from '../support/test.ts'

/** In a small window, and at 400 %, no bar hides the control that has the focus (WCAG 2.4.11). */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('visitors: the focus stays in view in small windows', async ({ page }) => {
  const troubles: string[] = []
  for (const screen of [
    '/quiz/f1/1/v1',
    '/quiz/f1/2/v1',
    '/login',
    '/plans',
    '/restore-pass',
    '/language',
    '/support',
    '/terms',
    '/welcome',
    '/welcome/ai-zero',
    '/gift',
    '/unsubscribe?token=x',
    '/no-such-page',
  ]) {
    await openScreen(page, screen)
    troubles.push(...(await coveredFocus(page, screen)))
  }
  expect(troubles).toEqual([])
})

test('buyers: the focus stays in view in small windows', async ({ page }) => {
  const troubles: string[] = []
  await reachPlan(page)
  troubles.push(...(await coveredFocus(page, 'plan')))
  await reachOffer(page, newEmail())
  await page.getByRole('radio').first().waitFor()
  troubles.push(...(await coveredFocus(page, 'offer')))
  await openCheckout(page)
  troubles.push(...(await coveredFocus(page, 'checkout')))
  expect(troubles).toEqual([])
})

test.describe('signed in', () => {
  test.use({ storageState: async ({ signedInState }, use) => use(signedInState) })

  test('learners: the focus stays in view in small windows', async ({ page }) => {
    const troubles: string[] = []
    for (const screen of [
      '/dashboard',
      '/courses',
      '/recommended-courses',
      '/for-my-work',
      '/my-prompts',
      course,
      startOf('l03'),
      learnOf('l01'),
      `${learnOf('l03')}?fragment=2`,
      '/boost',
      '/month-plan',
    ]) {
      await openScreen(page, screen)
      troubles.push(...(await coveredFocus(page, screen)))
    }
    expect(troubles).toEqual([])
  })

  test('learners: the focus stays in view in small windows of the account', async ({ page }) => {
    const troubles: string[] = []
    for (const screen of [
      '/profile',
      '/subscription',
      '/subscription/withdrawal',
      '/feedback',
      '/support',
      '/reminders',
      '/change-email',
      '/delete-account',
      '/terms',
      '/certificates/none',
    ]) {
      await openScreen(page, screen)
      troubles.push(...(await coveredFocus(page, screen)))
    }
    expect(troubles).toEqual([])
  })

  test('dialogs: the focus stays in view in small windows', async ({ page }) => {
    const troubles: string[] = []
    await page.goto(`${learnOf('l03')}?fragment=2`)
    await page.getByRole('button', { name: 'Start Practice' }).click()
    const prompt = page.getByPlaceholder('Enter your prompt...')
    await prompt.waitFor()
    troubles.push(...(await coveredFocus(page, 'practice dialog')))
    await prompt.fill('Plan a Saturday')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Oops!')).toBeAttached()
    troubles.push(...(await coveredFocus(page, 'verdict')))
    await page.getByRole('button', { name: 'I did say it' }).first().click()
    await page.getByRole('button', { name: 'These words say it' }).waitFor()
    troubles.push(...(await coveredFocus(page, 'words to mark')))
    expect(troubles).toEqual([])
  })
})

test('teams: the focus stays in view in small windows', async ({ page, world, signIn }) => {
  const troubles: string[] = []
  await signIn(await world.makeLearner())
  await page.goto('/team')
  troubles.push(...(await coveredFocus(page, '/team without a team')))
  await createTeam(page, 'Kites')
  for (const screen of [
    '/team',
    '/team/groups',
    '/team/plan',
    '/team/settings',
    '/team/sign-in',
    '/team/events',
    '/team/keys',
  ]) {
    await page.goto(screen)
    await openScreen(page, screen)
    troubles.push(...(await coveredFocus(page, screen)))
  }
  expect(troubles).toEqual([])
})
