import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { walkLesson } from './walk-lesson.ts'
import { expect, test } from './test.ts'

/** They have every kind of exercise between them. */
const lessons = ['l00', 'l01', 'l02']
const practices = (loadContent(join(import.meta.dirname, '../../content')).findCourse('ai-zero')?.lessons ?? [])
  .filter(({ id }) => lessons.some((lesson) => id === `ai-zero.${lesson}`))
  .flatMap(({ fragments }) => fragments.flatMap((fragment) => fragment.practices))

const learnOf = (lesson: string): RegExp => new RegExp(`/lesson/ai-zero\\.${lesson}/learn`)

test('a learner signs in by typing, takes whole lessons with every exercise and logs out', async ({ tab, world }) => {
  test.setTimeout(400_000)
  const { email, pin } = await world.makeLearner()

  await test.step('sign in', async () => {
    await tab.open('/login')
    await tab.enter({ label: 'Email' }, email)
    await tab.click({ role: 'button', name: 'LOG IN' })
    await tab.enter({ label: 'Digit 1 of 4' }, pin)
    await tab.seeAddress(/\/dashboard$/)
  })

  const answered: string[] = []
  for (const lesson of lessons)
    await test.step(`lesson ${lesson}`, async () => {
      await tab.open(`/course/ai-zero/lesson/ai-zero.${lesson}/start`)
      await tab.click({ role: 'button', name: 'START LESSON' })
      await tab.seeAddress(learnOf(lesson))
      answered.push(...(await walkLesson(tab)))
      await tab.see({ role: 'heading', name: /^You finished/ })
    })
  expect(answered).toHaveLength(practices.length)

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
    await tab.reload()
    await tab.see({ label: 'Email' })
  })
})
