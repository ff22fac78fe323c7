import {
  choose,
  course,
  everythingSent,
  finish,
  goOn,
  heading,
  learnOf,
  startLesson,
  startOf,
  toCourse,
  turnCard,
} from '../support/lesson.ts'
import { signInElsewhere } from '../support/sign-in-elsewhere.ts'
import { expect, test } from '../support/test.ts'

const goodPrompt =
  'Give me three ideas for next Saturday. I live in Porto and go out with my father. We can spend 20 euros. Please avoid crowds.'

test.describe('learning a lesson', () => {
  test('a learner completes a lesson with both practices and sees the course progress @laptop', async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner({ finishedLessons: 3 }))
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Start' }).click()
    await expect(page).toHaveURL(new RegExp(`${startOf('l03')}$`))
    await page.getByRole('button', { name: 'START LESSON' }).click()

    await expect(heading(page, 'Talk to it like a new colleague')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await choose(page, 'Which words are likely to come next')
    await expect(page.getByText('Correct answer')).toBeVisible()
    await goOn(page)
    await expect(heading(page, 'A worked example, line by line')).toBeVisible()
    await goOn(page)
    await expect(heading(page, 'Your turn: a free Saturday')).toBeVisible()
    await expect(page.getByRole('button', { name: 'SKIP PRACTICE' })).toBeVisible()

    await page.getByRole('button', { name: 'Start Practice' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled()
    await dialog.getByPlaceholder('Enter your prompt...').fill(goodPrompt)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Amazing!')).toBeVisible()
    await dialog.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByText('Task completed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Repeat task' })).toBeVisible()

    await goOn(page)
    await expect(heading(page, 'One follow-up beats one perfect prompt')).toBeVisible()
    await finish(page)
    await expect(page).toHaveURL(new RegExp(`${course}$`))
    await toCourse(page)
    await expect(page.getByText('4 of 14 lessons')).toBeVisible()
    await expect(page.getByRole('link', { name: /Next: Blank 1 and 2/ })).toBeVisible()
  })

  test('a learner who leaves midway resumes at the right fragment, on another device too', async ({
    page,
    world,
    signIn,
    browser,
  }) => {
    const learner = await world.makeLearner({ finishedLessons: 1 })
    await signIn(learner)
    await startLesson(page, 'l01')
    await goOn(page)
    await expect(heading(page, 'Next word, again and again')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Next word, again and again')).toBeVisible()
    await expect(heading(page, 'Fluent is not the same as true')).toBeHidden()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(new RegExp(`${course}$`))
    await page.getByRole('link', { name: /Continue: A very well-read guesser/ }).click()
    await expect(heading(page, 'Next word, again and again')).toBeVisible()

    await everythingSent(page)
    const other = await signInElsewhere(browser, world.url, learner)
    await other.getByRole('link', { name: 'Continue' }).click()
    await expect(heading(other, 'Next word, again and again')).toBeVisible()
    await other.context().close()
  })

  test('a required practice can be skipped, and the lesson continues', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner({ finishedLessons: 1 }))
    await startLesson(page, 'l01')
    await goOn(page)
    await goOn(page)
    await expect(heading(page, 'Fluent is not the same as true')).toBeVisible()
    const skip = page.getByRole('button', { name: 'SKIP PRACTICE' })
    while (!(await skip.isVisible())) await turnCard(page)
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeHidden()
    await skip.click()
    while (!(await heading(page, 'What this means for you').isVisible())) await turnCard(page)
    await finish(page)
    await toCourse(page)
    await expect(page.getByText('2 of 14 lessons')).toBeVisible()
  })

  test('a finished lesson opens in full, without bottom navigation', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner({ finishedLessons: 2 }))
    await page.goto(course)
    await page.getByRole('link', { name: /A very well-read guesser/ }).click()
    await expect(heading(page, 'What this means for you')).toBeVisible()
    await expect(page.getByRole('button', { name: /Continue|Finish Lesson|SKIP PRACTICE/ })).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(new RegExp(`${course}$`))
  })

  test('a locked lesson cannot be tapped, and its address shows why', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner({ finishedLessons: 1 }))
    await page.goto(course)
    await expect(page.getByText('Green, yellow, red')).toBeVisible()
    await expect(page.getByRole('link', { name: /Green, yellow, red/ })).toHaveCount(0)
    await page.goto(learnOf('l02'))
    await expect(heading(page, 'This lesson comes a little later')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the course' }).click()
    await expect(page).toHaveURL(new RegExp(`${course}$`))
  })

  test('a lesson that fails to load or does not exist says so and offers a way back', async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner({ finishedLessons: 1 }))
    await page.goto(course)
    await page.getByText('Meet the machine').waitFor()
    await page.goto(learnOf('l99'))
    await expect(page.getByText('Lesson not found')).toBeVisible()
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(new RegExp(`${course}$`))

    await page.route('**/api/lessons/**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(learnOf('l01'))
    await expect(page.getByText('Failed to load lesson details')).toBeVisible()
    await page.unroute('**/api/lessons/**')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(new RegExp(`${course}$`))
  })

  test('the fragment in the address selects the view, and invalid values are ignored', async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner({ finishedLessons: 1 }))
    await page.goto(`${learnOf('l01')}?fragment=2`)
    await expect(heading(page, 'Fluent is not the same as true')).toBeVisible()
    await expect(heading(page, 'What happens when you press Send')).toBeHidden()
    await expect(heading(page, 'What this means for you')).toBeHidden()
    await page.getByRole('button', { name: 'Previous card' }).click()
    await expect(heading(page, 'Next word, again and again')).toBeVisible()
    for (const nonsense of ['99', '-1', '1.5', 'two']) {
      await page.goto(`${learnOf('l01')}?fragment=${nonsense}`)
      await expect(heading(page, 'What happens when you press Send')).toBeVisible()
      await expect(heading(page, 'Next word, again and again')).toBeHidden()
    }
  })

  test("reload and back keep the learner's place on every screen", async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner({ finishedLessons: 3 }))
    await page.goto('/courses')
    await page.getByRole('link', { name: 'See All' }).click()
    await page.getByRole('link', { name: /AI from Zero/ }).click()
    await page
      .getByRole('link', { name: /Your first conversation/ })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`${startOf('l03')}$`))
    await page.reload()
    await expect(page.getByRole('button', { name: 'START LESSON' })).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Meet the machine').or(page.getByText('Meet the machine'))).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/recommended-courses$/)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/courses$/)
  })
})
