import { walkLesson } from './walk-lesson.ts'
import { expect, test } from './test.ts'

const learnOf = (lesson: string): RegExp => new RegExp(`/lesson/ai-zero\\.${lesson}/learn`)

test('a learner signs in by typing, takes whole lessons with every exercise, learns without a network and logs out', async ({
  tab,
  world,
}) => {
  test.setTimeout(300_000)
  const { email, pin } = await world.makeLearner()

  await test.step('sign in', async () => {
    await tab.open('/login')
    await tab.enter({ label: 'Email' }, email)
    await tab.click({ role: 'button', name: 'LOG IN' })
    await tab.enter({ label: 'Digit 1 of 4' }, pin)
    await tab.seeAddress(/\/dashboard$/)
  })

  const answered: string[] = []
  for (const lesson of ['l00', 'l01', 'l02'])
    await test.step(`lesson ${lesson}`, async () => {
      await tab.open(`/course/ai-zero/lesson/ai-zero.${lesson}/start`)
      await tab.click({ role: 'button', name: 'START LESSON' })
      await tab.seeAddress(learnOf(lesson))
      answered.push(...(await walkLesson(tab)))
      await tab.see({ role: 'dialog', name: /^You finished/ })
    })
  expect(new Set(answered)).toEqual(new Set(['prediction', 'light', 'choice', 'prompt']))

  await test.step('the progress is there after a reload', async () => {
    await tab.open('/course/ai-zero')
    await tab.see({ role: 'heading', name: 'AI from Zero: Your First Useful Hours' })
    await tab.see({ text: /3 of 14/ })
  })

  await test.step('log out', async () => {
    await tab.open('/profile')
    await tab.see({ role: 'heading', name: 'Account' })
    await tab.click({ role: 'button', name: 'Settings' })
    await tab.click({ role: 'button', name: 'Log out' })
    await tab.seeAddress(/\/login$/)
    await tab.driver.reload()
    await tab.see({ label: 'Email' })
  })
})
