import type { Page } from '@playwright/test'
import { packageShortCourse, serveCourse } from '../support/course-package.ts'
import { axeFaults } from '../support/examine.ts'
import { expect, test } from '../support/test.ts'

/** Takes something away before the page's first script runs. */
const lacks = {
  modules: (): void => {
    Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')
  },
  has: (): void => {
    const { supports } = CSS
    CSS.supports = ((...query: [string, string]) =>
      !query[0].includes(':has(') && Reflect.apply(supports, CSS, query)) as typeof CSS.supports
  },
  dialogs: (): void => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
  },
}

const expectAnswer = async (page: Page, versions: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'This page needs a newer browser' }), page.url()).toBeVisible()
  await expect(page.getByText(versions)).toBeVisible()
  // Nothing of the app is there.
  await expect(page.locator('body > *')).toHaveCount(1)
  expect(await axeFaults(page)).toEqual([])
}

const screens = ['/login', '/courses', '/welcome', '/plans', '/no-such-page', '/desk/']
const versionsOfApp = 'Chrome and Edge work from version 111, Firefox from 121, Safari and iOS from 16.4.'

test.describe('a browser that is too old is told what it needs @laptop', () => {
  test('without a feature that the app needs', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner())
    await page.addInitScript(lacks.has)
    for (const screen of screens) {
      await page.goto(screen)
      await expectAnswer(page, versionsOfApp)
    }
  })

  test('without modules', async ({ page }) => {
    await page.addInitScript(lacks.modules)
    // A browser that doesn't know modules runs none.
    await page.route(
      (url) => screens.includes(url.pathname),
      async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll('type="module"', 'type="unknown"')
        await route.fulfill({ response, body })
      },
    )
    for (const screen of screens) {
      await page.goto(screen)
      await expectAnswer(page, versionsOfApp)
    }
  })

  test('in its language and on a dark screen', async ({ browser, world }) => {
    const page = await browser.newPage({ baseURL: world.url, locale: 'uk-UA', colorScheme: 'dark' })
    await page.addInitScript(lacks.has)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Для цієї сторінки потрібен новіший браузер' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.close()
  })

  test('in an exported course', async ({ browser }) => {
    const lms = await serveCourse(await packageShortCourse('scorm12'))
    const page = await browser.newPage({ locale: 'en-GB' })
    await page.addInitScript(lacks.dialogs)
    await page.goto(`${lms.url}/course/index.html`)
    await expectAnswer(page, 'Chrome and Edge work from version 100, Firefox from 100, Safari and iOS from 15.4.')
    await page.close()
    await lms.close()
  })
})
