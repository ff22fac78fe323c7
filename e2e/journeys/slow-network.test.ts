import type { Page } from '@playwright/test'
import { everythingSent, finish, goOn, heading, learnOf, startLesson, toCourse } from '../support/lesson.ts'
import { signInElsewhere } from '../support/sign-in-elsewhere.ts'
import { expect, signInByForm, test } from '../support/test.ts'

// The service worker keeps the app's files.
test.use({ serviceWorkers: 'allow' })

/** As a phone far from a mast: 300 ms each way, 400 kbit/s. */
const slow = { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 25_000 }

const makeSlow = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow)
}

/** Every second write gets no answer, although the server has stored it. */
const loseAnswers = async (page: Page): Promise<void> => {
  let writes = 0
  await page.route('**/api/user-course-progress/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    writes += 1
    if (writes % 2 === 0) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
}

test('from signing in to a finished lesson on a slow, a flapping and an absent network', async ({
  page,
  world,
  browser,
  context,
}) => {
  test.slow()
  const learner = await world.makeLearner({ finishedLessons: 1 })

  await test.step('slow: sign in and open the lesson', async () => {
    await makeSlow(page)
    await signInByForm(page, learner)
    await startLesson(page, 'l01')
    await expect(heading(page, 'What happens when you press Send')).toBeVisible()
  })

  await test.step('flapping: answers are lost, what was read is not', async () => {
    await loseAnswers(page)
    await goOn(page)
    await expect(heading(page, 'Next word, again and again')).toBeVisible()
    await goOn(page)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await everythingSent(page)
    await page.unroute('**/api/user-course-progress/**')
  })

  await test.step('absent: the lesson is finished, and says what is not saved', async () => {
    await context.setOffline(true)
    await finish(page)
    await toCourse(page)
    await expect(page).toHaveURL(/\/course\/ai-zero$/)
  })

  await test.step('back: everything has reached the server, once', async () => {
    await context.setOffline(false)
    await everythingSent(page)
    const other = await signInElsewhere(browser, world.url, learner)
    await other.goto(learnOf('l01'))
    // A finished lesson reads as one page.
    await expect(heading(other, 'What happens when you press Send')).toBeVisible()
    await expect(heading(other, 'Fluent is not the same as true')).toBeVisible()
    await other.context().close()
  })
})
