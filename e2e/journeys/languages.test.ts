import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { languageDetails, textLanguages, type TextLanguage } from '../../packages/rules/src/language.ts'
import { newEmail, openCheckout, reachOffer } from '../support/buyer.ts'
import { englishLeft, englishOnly } from '../support/english-left.ts'
import { colorFaults } from '../support/examine.ts'
import { clippedWords, layoutFaults, resizeTo } from '../support/layout-faults.ts'
import { course, learnOf, startOf } from '../support/lesson.ts'
import { openScreen, untilSettled } from '../support/settle.ts'
import { expect, test } from '../support/test.ts'

/**
 * Every screen in every language on a narrow phone: nothing left in English, nothing clipped. In three languages also
 * on a phone, a tablet and a laptop: nothing overlaps, the main action is in view, and contrast suffices in light and
 * dark. Set SCREENSHOTS to a folder to save pictures there.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 780 } })

const openScreens = [
  '/login',
  '/login?step=pin',
  '/restore-pass',
  '/plans',
  '/language',
  '/support',
  '/unsubscribe?token=x',
  '/terms',
  '/privacy',
  '/subscription-terms',
  '/confirm-email-change?token=x&email=a%40b.example',
  '/undo-email-change?token=x',
  '/subscription/failed',
  '/subscription/success?session_id=cs_00000001',
  '/quiz/f1/1/v1',
  '/quiz/f1/2/v1',
  '/quiz/f1/4/v1',
  '/quiz/f2/1/v1',
  '/welcome',
  '/welcome/ai-zero',
  '/certificates/none',
  '/no-such-page',
]
const newcomerScreens = ['/onboarding/result', '/onboarding/email', '/onboarding/offer']
const learnerScreens = [
  '/dashboard',
  '/courses',
  '/recommended-courses',
  '/for-my-work',
  '/my-prompts',
  course,
  startOf('l03'),
  `${learnOf('l03')}?fragment=2`,
  '/profile',
  '/subscription',
  '/subscription/withdrawal',
  '/change-email',
  '/feedback',
  '/language',
  '/support',
  '/delete-account',
  '/boost',
]

/** For a learner with a finished course; the last screen is examined before and after the certificate is issued. */
const graduateScreens = ['/dashboard', '/courses', course, '/boost', '/reminders', '/profile', `${course}/certificate`]

/** Visible only after a button press: the screen, the index of the button in its main part, and the expected result. */
const refusals = [['/undo-email-change?token=x', 'first', 'a[href^="mailto:"]']] as const
const sheets = [
  ['/profile', 'first', '[role="dialog"], dialog'],
  ['/subscription', 'first', '[role="dialog"], dialog'],
  ['/delete-account', 'first', '[role="dialog"], dialog'],
] as const

const lookAt = async (page: Page, screen: string, language: TextLanguage, english: readonly string[]) => {
  await openScreen(page, screen)
  await lookAtShown(page, screen, language, english)
}

const lookAtPressed = async (
  page: Page,
  [screen, which, result]: (typeof refusals | typeof sheets)[number],
  language: TextLanguage,
  english: readonly string[],
) => {
  await openScreen(page, screen)
  await page.getByRole('main').getByRole('button')[which]().click()
  await page.locator(result).first().waitFor()
  await untilSettled(page, screen)
  await lookAtShown(page, `${screen} pressed`, language, english)
}

const lookAtShown = async (page: Page, screen: string, language: TextLanguage, english: readonly string[]) => {
  await expect(page.locator('html')).toHaveAttribute('lang', languageDetails[language].bcp47)
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined) {
    const name = `${language}${screen.replaceAll(/[^a-z0-9]+/gi, '-')}.png`
    await page.screenshot({ path: join(folder, name), fullPage: true })
  }
  const troubles = [...(await englishLeft(page, english)), ...(await clippedWords(page))]
  if (laidOut.has(language)) troubles.push(...(await faultsAtAllSizes(page, screen)))
  expect(troubles.map((trouble) => `${screen}: ${trouble}`)).toEqual([])
}

/** The languages whose layout is examined at all sizes: the shortest words, the longest, and another script. */
const laidOut = new Set<TextLanguage>(['en', 'ua', 'ja'])

/** A phone, a tablet and a laptop. */
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
]

const faultsAtAllSizes = async (page: Page, screen: string): Promise<string[]> => {
  const before = page.viewportSize()
  const faults: string[] = []
  for (const size of sizes) {
    await resizeTo(page, size)
    const found = [...(await layoutFaults(page)), ...(await colorFaults(page, screen))]
    faults.push(...found.map((fault) => `${size.width} px: ${fault}`))
  }
  if (before !== null) await page.setViewportSize(before)
  return faults
}

/** Sets the account's language, which the app then uses. */
const chooseLanguage = (page: Page, language: TextLanguage): Promise<void> =>
  page.evaluate(async (code) => {
    const authorization = `Bearer ${localStorage.getItem('jwt_token')}`
    await fetch('/api/product-user/update-language', {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ language: code }),
    })
  }, language)

/** Languages with texts; the others fall back to English, which is examined once. */
const written = textLanguages.filter((language) =>
  existsSync(join(import.meta.dirname, '../../packages/texts/web', language)),
)

for (const language of written) {
  test(`every screen is in ${languageDetails[language].name}, unclipped, at 360 px`, async ({
    page,
    world,
    signIn,
  }) => {
    test.setTimeout(300_000)
    const english = language === 'en' ? [] : englishOnly(language)
    const speak = () => page.evaluate((code) => localStorage.setItem('user_language', code), language)
    await reachOffer(page, newEmail())
    await openCheckout(page)
    const checkout = new URL(page.url()).pathname
    await speak()
    await page.reload()
    for (const screen of [...newcomerScreens, checkout, ...openScreens]) await lookAt(page, screen, language, english)
    for (const pressed of refusals) await lookAtPressed(page, pressed, language, english)

    await page.evaluate(() => localStorage.setItem('user_language', 'en'))
    await signIn(await world.makeLearner({ finishedLessons: 3, subscription: 'bought' }))
    await chooseLanguage(page, language)
    await page.goto('/dashboard')
    for (const screen of learnerScreens) await lookAt(page, screen, language, english)
    for (const pressed of sheets) await lookAtPressed(page, pressed, language, english)
  })

  test(`the screens after a finished course are in ${languageDetails[language].name}, unclipped, at 360 px`, async ({
    page,
    world,
    signIn,
  }) => {
    test.setTimeout(300_000)
    const english = language === 'en' ? [] : englishOnly(language)
    await signIn(await world.makeLearner({ finishedLessons: 14, subscription: 'bought' }))
    await chooseLanguage(page, language)
    await page.goto('/dashboard')
    for (const screen of graduateScreens) await lookAt(page, screen, language, english)
    await page.getByRole('textbox').fill('Ada Lovelace')
    await page.getByRole('main').getByRole('button').click()
    await page.getByRole('time').waitFor()
    await lookAtShown(page, '/certificates/one', language, english)
    await lookAt(page, '/profile', language, english)
  })
}
