import { patterns } from '../../apps/web/src/lib/paths.ts'
import {
  decliningCard,
  leavePlan,
  newEmail,
  openCheckout,
  payBy,
  payingCard,
  register,
  setPin,
  startDayOne,
  takeQuiz,
  typePin,
  writeFreeTask,
} from '../support/buyer.ts'
import { packageShortCourse, serveCourse } from '../support/course-package.ts'
import { addPasskeyDevice, confirmWith, enrol, openPerson } from '../support/desk.ts'
import {
  choose,
  everythingSent,
  finish,
  goOn,
  heading,
  learnOf,
  startLesson,
  toCourse,
  turnTo,
} from '../support/lesson.ts'
import { screenAddresses } from '../support/screen-addresses.ts'
import { openScreen } from '../support/settle.ts'
import { createTeam } from '../support/team.ts'
import { expect, test } from '../support/test.ts'
import { noteTextNodes } from '../support/text-nodes.ts'
import { dialects, translatePage, translationMark } from '../support/translator.ts'
import { finishLesson } from '../support/walk-course.ts'

/** The page fixture fails each of these if a text is older than what its component says, or if React throws. */

const weakPrompt = 'Give me some ideas for Saturday, please. I like music.'
const goodPrompt =
  'Give me three ideas for next Saturday. I live in Porto and go out with my father. We can spend 20 euros. Please avoid crowds.'

for (const dialect of dialects)
  test.describe(`translated by ${dialect}`, () => {
    test.use({ translator: dialect })

    test('signing in says what is wrong, and then succeeds', async ({ page, world }) => {
      const learner = await world.makeLearner({ finishedLessons: 2 })
      await page.goto('/login')
      await page.getByLabel('Email').fill(learner.email)
      await page.getByRole('button', { name: 'LOG IN' }).click()
      await typePin(page, learner.pin === '9999' ? '9998' : '9999')
      await expect(page.getByText('Invalid credentials').first()).toBeVisible()
      await typePin(page, learner.pin)
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(page.getByRole('region', { name: 'Your streak' })).toBeVisible()
    })
  })

/** The gallery shows what loads without end. */
const settling = screenAddresses.filter((address) => address !== patterns.gallery)

const failure = /Unexpected Application Error|Loading chunk/

test.describe('every screen, translated by fonts,', () => {
  test.use({ translator: 'fonts', contextOptions: { reducedMotion: 'reduce' } })

  for (const reader of ['visitor', 'learner'] as const)
    test(`opens for a ${reader}`, async ({ page, world, signIn }) => {
      test.slow()
      if (reader === 'learner') await signIn(await world.makeLearner({ finishedLessons: 3, subscription: 'bought' }))
      await page.goto('/support')
      for (const address of settling)
        await test.step(address, async () => {
          await openScreen(page, address)
          await expect(page.getByText(failure), address).toHaveCount(0)
        })
    })

  test('opens at the desk', async ({ page, world }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await addPasskeyDevice(page)
    await enrol(page, await world.addOwner({ email: `owner-${crypto.randomUUID()}@staff.example`, name: 'Olga' }))
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    await expect(links.first()).toBeVisible()
    const count = await links.count()
    expect(count).toBeGreaterThan(8)
    for (let index = 0; index < count; index += 1) {
      await links.nth(index).click()
      await expect(page.getByText('Loading …')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  })
})

test.describe('translated by fonts', () => {
  test.use({ translator: 'fonts' })

  test('rare dialogs open, say what is wrong and close', async ({ page, world, signIn, request }) => {
    const learner = await world.makeLearner({ finishedLessons: 14, subscription: 'bought' })
    await signIn(learner)
    const dialog = page.getByRole('dialog')
    const close = async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await page.goto('/delete-account')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByLabel('Confirmation word').fill('no')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByText('Type GOODBYE to delete your account.')).toBeVisible()
    await close()

    const login = await request.post('/api/product-user/login', { data: learner })
    const { jwt } = (await login.json()) as { jwt: string }
    const issued = await request.post('/api/certificates', {
      headers: { authorization: `Bearer ${jwt}` },
      data: { courseId: 'ai-zero', name: 'Ana' },
    })
    const { data } = (await issued.json()) as { data: { certificateUrl: string } }
    await page.goto(data.certificateUrl)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(dialog).toBeVisible()
    await close()

    await page.goto('/course/ai-zero')
    await page.getByRole('button', { name: 'Keep this course on my phone' }).click()
    await expect(page.getByText(/All lessons and pictures/)).toBeVisible({ timeout: 30_000 })

    await page.goto('/boost')
    const [start, option] = [
      page.getByRole('button', { name: 'Start Practice' }),
      page.getByRole('main').getByRole('radio').first(),
    ]
    await expect(start.or(option).first()).toBeVisible()
    if (await start.isVisible()) {
      await start.click()
      await dialog.getByLabel('Your prompt').fill(weakPrompt)
      await dialog.getByRole('button', { name: 'Submit' }).click()
    } else {
      await option.check()
      await page.getByRole('button', { name: 'Check' }).click()
    }
    await expect(page.getByText(/not found yet|^(Correct|Incorrect) answer$/).first()).toBeVisible()
    await everythingSent(page)
  })

  test('a visitor gets from the quiz to the dashboard', async ({ page }) => {
    test.slow()
    await takeQuiz(page)
    await writeFreeTask(page, goodPrompt)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Amazing!')).toBeVisible()
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await leavePlan(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await register(page, newEmail())
    await openCheckout(page)
    await payBy(page, decliningCard)
    await expect(page.getByText('The card was declined. Try another card.')).toBeVisible()
    await payBy(page, payingCard)
    await startDayOne(page)
    await setPin(page)
    await expect(page.getByText('Your PIN is ready.')).toBeVisible()
  })

  test('staff enter the desk and act on a person', async ({ page, world }) => {
    const { email } = await world.makeLearner()
    await page.setViewportSize({ width: 1280, height: 800 })
    await addPasskeyDevice(page)
    await enrol(page, await world.addOwner({ email: `owner-${crypto.randomUUID()}@staff.example`, name: 'Olga' }))
    for (const section of ['Inbox', 'Money', 'Content']) {
      await page.getByRole('link', { name: section, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await openPerson(page, email)
    await page.getByRole('button', { name: 'Send a PIN link' }).click()
    await confirmWith(page, 'Send')
    await expect(page.getByRole('cell', { name: 'set pin after restore', exact: true })).toBeVisible()
  })

  test('a packaged course is completed', async ({ browser }) => {
    const host = await serveCourse(await packageShortCourse('cc'))
    const page = await browser.newPage()
    const troubles: string[] = []
    page.on('pageerror', ({ message }) => troubles.push(message))
    await noteTextNodes(page, troubles)
    await page.addInitScript(translatePage, { dialect: 'fonts', mark: translationMark } as const)
    await page.goto(`${host.url}/course/index.html`)
    await page.getByLabel('Language').selectOption('es')
    await page.getByLabel('Idioma').selectOption('en')
    await page.getByRole('button', { name: 'Start the first lesson' }).click()
    await finishLesson(page)
    await page.getByRole('button', { name: /^Next: / }).click()
    await finishLesson(page)
    await expect(heading(page, 'You finished the course')).toBeVisible()
    expect(troubles).toEqual([])
    await page.close()
    await host.close()
  })
})

test.describe('translated by blocks', () => {
  test.use({ translator: 'blocks' })

  test('a lesson is learned with its exercises and a prompt, and ends with its peak', async ({
    page,
    world,
    signIn,
  }) => {
    await signIn(await world.makeLearner({ finishedLessons: 3 }))
    await startLesson(page, 'l03')
    await choose(page, 'Which stored page holds the answer')
    await expect(page.getByText('Incorrect answer')).toBeVisible()
    await goOn(page)
    await page.goto(`${learnOf('l03')}?fragment=2`)
    await page.getByRole('button', { name: 'Start Practice' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Hint' }).click()
    await dialog.getByLabel('Your prompt').fill(weakPrompt)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('not found yet').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByLabel('Your prompt').fill(goodPrompt)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Amazing!')).toBeVisible()
    await dialog.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByText('Task completed')).toBeVisible()
    await finish(page)
    await toCourse(page)
    await expect(page.getByText('4 of 14 lessons')).toBeVisible()
  })

  test('guesses, sorting and blanks are answered', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner({ finishedLessons: 8 }))
    await page.goto('/course/find-check/lesson/find-check.l01/start')
    await page.getByRole('button', { name: 'START LESSON' }).click()
    await page.getByRole('button', { name: 'A tidy essay about uniforms in general' }).click()
    await expect(page.getByText('You saw it coming')).toBeVisible()
    const sort = page.getByRole('group', { name: /Topic, opinion or question/ })
    await turnTo(page, sort)
    for (const item of await sort.getByRole('group').all()) await item.getByRole('radio').first().press('Space')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText(/\d of 5 right/)).toBeVisible()
    await everythingSent(page)

    await startLesson(page, 'l08')
    await turnTo(page, page.getByText('Complete Mateo’s follow-up.'))
    for (const choice of await page.getByRole('radio').all()) await choice.press('Space')
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByText(/Correct answer|right/).first()).toBeVisible()
  })
})

test.describe('translated by values', () => {
  test.use({ translator: 'values' })

  test('settings, feedback and the plan of the month are saved and say so', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner({ finishedLessons: 2, subscription: 'bought' }))
    await page.goto('/profile')
    await page.getByRole('switch', { name: /may send me/ }).press('Space')
    await expect(page.getByText('You’ll get our tips and news.')).toBeVisible()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page
      .getByRole('dialog', { name: 'Settings' })
      .getByRole('link', { name: 'Subscription', exact: true })
      .click()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByRole('button', { name: 'Yes, cancel' }).click()
    await expect(page.getByRole('button', { name: 'Cancellation Scheduled' })).toBeDisabled()
    await page.getByRole('button', { name: 'Keep my subscription' }).click()
    await expect(page.getByText('Your subscription continues.')).toBeVisible()
    await page.goto('/reminders')
    await page.getByRole('switch', { name: 'By email' }).press('Space')
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.goto('/feedback')
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await expect(page.getByText('Please provide a rating or feedback text')).toBeVisible()
    await page.getByLabel('Your feedback').fill('Five minutes are enough.')
    await expect(page.getByText('24 of 150 characters')).toBeVisible()
    await page.getByRole('button', { name: 'Send feedback' }).click()
    await expect(heading(page, 'Thank you!')).toBeVisible()
    await page.goto('/month-plan')
    await page.getByRole('button', { name: /Write the message you’ve been putting off/ }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('I thanked my old teacher')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 of 28 steps done')).toBeVisible()
    await everythingSent(page)
    await page.goto('/language')
    await page.getByRole('radio', { name: 'Español' }).check()
    await expect(heading(page, 'Idioma de la aplicación')).toBeVisible()
  })

  test('a team is created, and failures say so', async ({ page, world, signIn, context }) => {
    await signIn(await world.makeLearner({ finishedLessons: 1 }))
    await createTeam(page, `Kites ${crypto.randomUUID().slice(0, 8)}`)
    await page.route('**/api/courses**', (route) => route.fulfill({ status: 500 }))
    await page.goto('/for-my-work')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/api/courses**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    for (const screen of ['/boost', '/plans', '/subscription', '/my-prompts']) {
      await page.goto(screen)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto('/support')
    await page.getByLabel('Email', { exact: true }).fill('ana@kitewise.example')
    await page.getByLabel('What’s it about?').fill('Signing in')
    await page.getByLabel('Details').fill('I can’t sign in.')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText(/Your message wasn’t sent/)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('We’ve received your message')).toBeVisible()
  })
})
