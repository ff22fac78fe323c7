import { newEmail } from '../support/buyer.ts'
import type { Dialect } from '../support/translator.ts'
import { buyPlan } from './buy-plan.ts'
import type { EnginePage } from './engine-page.ts'
import { expect, signIn, test } from './test.ts'
import { walkLesson } from './walk-lesson.ts'

/** What the browsers' own translators do, and what extensions do that take Chrome's way. */
const dialects: Dialect[] = ['values', 'fonts']

const isTranslated = (): boolean => document.body.textContent.includes('\u200B')

/** A translator that comes while React takes the drawn page over makes it draw the page anew, which it says. */
const isDrawnAnew = (trouble: string): boolean => trouble.startsWith('The drawn page differs from the screen.')
/** A page that is left ends what it was loading in advance, which Firefox reports. */
const isOfLeftPage = (trouble: string): boolean => trouble.startsWith('ChunkLoadError: ')

const expectNoTrouble = async (tab: EnginePage): Promise<void> => {
  expect(await tab.run(isTranslated)).toBe(true)
  expect(await tab.has({ text: /Unexpected Application Error/ })).toBe(false)
  expect((await tab.troubles()).filter((trouble) => !isDrawnAnew(trouble) && !isOfLeftPage(trouble))).toEqual([])
}

for (const translator of dialects)
  test.describe(`a page translated by ${translator}`, () => {
    test.use({ translator })

    test('signs in after a wrong PIN, and its dialog and its language say what they are', async ({ tab, world }) => {
      const { email, pin } = await world.makeLearner({ finishedLessons: 2 })
      await tab.open('/login')
      await tab.enter({ label: 'Email' }, email)
      await tab.click({ role: 'button', name: 'LOG IN' })
      await tab.enter({ label: 'Digit 1 of 4' }, pin === '9999' ? '9998' : '9999')
      await tab.see({ text: 'Invalid credentials' })
      await tab.enter({ label: 'Digit 1 of 4' }, pin)
      await tab.seeAddress(/\/dashboard$/)
      await tab.open('/profile')
      await tab.click({ role: 'button', name: 'Settings' })
      await tab.see({ role: 'heading', name: 'Settings' })
      await tab.click({ role: 'button', name: 'Log out' })
      await tab.seeAddress(/\/login$/)
      await expectNoTrouble(tab)
    })
  })

test.describe('a page translated as by the browser itself', () => {
  test.use({ translator: ({ engineName }, use) => use(engineName === 'webkit' ? 'values' : 'blocks') })

  test('takes a whole lesson', async ({ tab, world }) => {
    test.setTimeout(240_000)
    await signIn(tab, world, await world.makeLearner({ finishedLessons: 1 }))
    await tab.open('/course/ai-zero/lesson/ai-zero.l01/start')
    await tab.click({ role: 'button', name: 'START LESSON' })
    expect(await walkLesson(tab)).not.toEqual([])
    await tab.see({ role: 'heading', name: /^You finished/ })
    await expectNoTrouble(tab)
  })

  test('takes the quiz and the checkout', async ({ tab }) => {
    test.setTimeout(240_000)
    await buyPlan(tab, newEmail())
    await expectNoTrouble(tab)
  })
})
