import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { lessonButton, walkLesson } from './walk-lesson.ts'
import { expect, test } from './test.ts'

/** They have every kind of exercise between them. */
const lessons = ['l00', 'l01', 'l02']
const practices = (loadContent(join(import.meta.dirname, '../../content')).findCourse('ai-zero')?.lessons ?? [])
  .filter(({ id }) => lessons.some((lesson) => id === `ai-zero.${lesson}`))
  .flatMap(({ fragments }) => fragments.flatMap((fragment) => fragment.practices))

const learnOf = (lesson: string): RegExp => new RegExp(`/lesson/ai-zero\\.${lesson}/learn`)

/** The app's files that a start without a network needs, as its service worker lists them. */
const listFiles = async (url: string): Promise<string[]> => {
  const worker = await (await fetch(`${url}/sw.js`)).text()
  const listed = /shell:(\[[^\]]*\]),screens:(\[[^\]]*\])/.exec(worker)
  const files = listed?.slice(1).flatMap((list) => JSON.parse(list) as string[]) ?? []
  expect(files.length).toBeGreaterThan(15)
  return files
}

/** What a page in the browser has noted of its storage: no engine waits for an answer that comes later. */
type Noted = { kept?: { files: string[]; reads: string[] } }

/** Runs in the page: whether a service worker serves it, with all files, and a lesson is kept. Looks again at each call. */
const isKept = (files: string[], lesson: string): boolean => {
  const noted = window as Noted
  const look = async (): Promise<void> => {
    const names = (await caches.keys()).filter((name) => name.startsWith('app-'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const reads = await new Promise<string[]>((resolve) => {
      const opening = indexedDB.open('kept-reads')
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('answers').objectStore('answers').getAllKeys()
        reading.addEventListener('success', () => resolve(reading.result.map(String)))
        opening.result.close()
      })
    })
    noted.kept = { files: requests.flat().map(({ url }) => new URL(url).pathname), reads }
  }
  void look().catch(() => undefined)
  const { files: there = [], reads = [] } = noted.kept ?? {}
  return (
    navigator.serviceWorker.controller !== null &&
    files.every((file) => there.includes(file)) &&
    reads.some((key) => key.startsWith(`["lesson","${lesson}"`))
  )
}

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

  await test.step('a lesson goes on without the server, and is saved once it is back', async () => {
    const lesson = 'ai-zero.l03'
    await tab.open(`/course/ai-zero/lesson/${lesson}/start`)
    await tab.click({ role: 'button', name: 'START LESSON' })
    await tab.see(lessonButton)
    await tab.until('the app and the lesson are kept', isKept, await listFiles(world.url), lesson)
    await world.listen(false)
    await tab.reload()
    await tab.see(lessonButton)
    await tab.click(lessonButton)
    await tab.see({ text: /^Not saved yet/ })
    await world.listen(true)
    await tab.reload()
    await tab.see(lessonButton)
    await tab.seeGone({ text: /^Not saved yet/ })
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
