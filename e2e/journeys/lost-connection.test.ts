import { choose, everythingSent, finish, goOn, heading, learnOf, lessonButton, startLesson } from '../support/lesson.ts'
import { signInElsewhere } from '../support/sign-in-elsewhere.ts'
import { expect, test } from '../support/test.ts'

// The service worker keeps the app's files.
test.use({ serviceWorkers: 'allow' })

test.describe('a lost connection', () => {
  test('answers given offline survive a reload and are sent when the connection returns', async ({
    page,
    world,
    signIn,
    browser,
  }) => {
    const learner = await world.makeLearner({ finishedLessons: 1 })
    await signIn(learner)
    await startLesson(page, 'l01')
    await expect(heading(page, 'What happens when you press Send')).toBeVisible()
    await page.route('**/api/user-course-progress/**', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await goOn(page)
    await goOn(page)
    await choose(page, 'It picks words that fit, and fitting words can be untrue')
    await expect(page.getByText(/Not saved yet/)).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Fluent is not the same as true')).toBeVisible()
    await expect(page.getByText(/Correct answer|Incorrect answer/)).toBeVisible()

    await page.unroute('**/api/user-course-progress/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await everythingSent(page)
    await expect(page.getByText(/Not saved yet/)).toHaveCount(0)

    const other = await signInElsewhere(browser, world.url, learner)
    await other.goto(learnOf('l01'))
    await expect(heading(other, 'Fluent is not the same as true')).toBeVisible()
    await expect(other.getByText(/Correct answer|Incorrect answer/)).toBeVisible()
    await other.context().close()
  })

  test('a lesson that was open survives an offline reload, including unsent progress', async ({
    page,
    world,
    signIn,
    context,
  }) => {
    const learner = await world.makeLearner({ finishedLessons: 1 })
    await signIn(learner)
    await startLesson(page, 'l01')
    await goOn(page)
    await expect(heading(page, 'Next word, again and again')).toBeVisible()
    // The service worker caches the app's files once it controls the page.
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await expect(heading(page, 'Next word, again and again')).toBeVisible()

    await context.setOffline(true)
    await goOn(page)
    await expect(heading(page, 'Fluent is not the same as true')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Fluent is not the same as true')).toBeVisible()
    await expect(page.getByText(/Not saved yet/)).toBeVisible()
    await choose(page, 'It picks words that fit, and fitting words can be untrue')
    await expect(page.getByText('Correct answer')).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByText(/Not saved yet/)).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Correct answer')).toBeVisible()
  })

  test("two tabs in one lesson keep each other's progress", async ({ page, world, signIn, context }) => {
    await signIn(await world.makeLearner({ finishedLessons: 1 }))
    await startLesson(page, 'l01')
    const second = await context.newPage()
    await second.goto(learnOf('l01'))
    await expect(heading(second, 'What happens when you press Send')).toBeVisible()
    await goOn(page)
    await expect(heading(page, 'Next word, again and again')).toBeVisible()
    await second.reload()
    await expect(heading(second, 'Next word, again and again')).toBeVisible()
    await goOn(second)
    await expect(heading(second, 'Fluent is not the same as true')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Fluent is not the same as true')).toBeVisible()
  })
})

test.describe('a server in trouble', () => {
  // Its answers are replaced here, which a service worker that takes over can miss.
  test.use({ serviceWorkers: 'block' })

  test('a lesson that the server doesn’t finish says so, and can be finished again', async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner({ finishedLessons: 1 }))
    await page.goto(`${learnOf('l01')}?fragment=3`)
    await lessonButton(page).waitFor()
    await page.route('**/finish-lesson/**', (route) => route.fulfill({ status: 500 }))
    await finish(page)
    await expect(page.getByText('Failed to complete lesson. Please try again.')).toBeVisible()
    await page.unroute('**/finish-lesson/**')
    await page
      .getByRole('button', { name: /Finish Lesson|Try again|^Skip$/ })
      .first()
      .click()
    await expect(page.getByText('2 of 14 lessons')).toBeVisible()
  })

  test('work that can’t be stored holds up nothing, is listed in the profile, and is sent from there', async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner({ finishedLessons: 1 }))
    await startLesson(page, 'l01')
    const error = { status: 403, name: 'lesson_locked', message: 'This lesson is still locked.' }
    await page.route('**/user-course-progress/fragment/**', (route) =>
      route.fulfill({ status: 403, json: { data: null, error } }),
    )
    await goOn(page)
    await expect(page.getByText('Some of your work couldn’t be saved yet.')).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Couldn’t be saved yet' })).toBeVisible()
    await page.unroute('**/user-course-progress/fragment/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Couldn’t be saved yet' })).toHaveCount(0)
  })
})
