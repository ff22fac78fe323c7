import { parentPort, workerData } from 'node:worker_threads'
import { Window } from 'happy-dom'
import { loadContent } from '../../../packages/content/src/load-content.ts'
import { courseAnswer, quizAnswer } from '../../../packages/content/src/answers.ts'
import { type TextLanguage, textLanguages } from '../../../packages/rules/src/language.ts'
import type { PageData } from '../src/lib/early-answers.ts'

/** One worker draws for one language and one kind of reader, because the app's stores are created once. */
export type DrawingJob =
  | { kind: 'content'; content: string }
  | { kind: 'screens'; language: string; isLearner: boolean; brand: string[]; screens: ScreenToDraw[] }

/** `data`: what the page brings along, in `#page-data`. */
export type ScreenToDraw = { name: string; path: string; data?: PageData }
export type DrawnScreen = { name: string; title: string; markup: string }

/** The first quiz and the courses, as the API answers them. */
export type DrawnContent = { quiz: ReturnType<typeof quizAnswer>; courses: ReturnType<typeof courseAnswer>[] }

const readContent = (folder: string): Record<TextLanguage, DrawnContent> => {
  const { quizzes, courses } = loadContent(folder)
  const [quiz] = quizzes
  if (!quiz) throw new Error('There is no quiz to draw.')
  const inLanguage = (language: string): DrawnContent => ({
    quiz: quizAnswer(quiz, language),
    courses: courses.map((course) => courseAnswer(course, language)),
  })
  const entries = textLanguages.map((language) => [language, inLanguage(language)] as const)
  // An object made of one entry for each language.
  return Object.fromEntries(entries) as Record<TextLanguage, DrawnContent>
}

/** What the app reads of a browser before it shows a screen. */
const makeBrowser = (): Document => {
  const window = new Window({ url: 'http://localhost/' })
  const globals = ['document', 'navigator', 'location', 'history', 'localStorage', 'sessionStorage', 'Event'] as const
  for (const name of globals) Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
  // wouter tells of each change of the history.
  Object.defineProperty(globalThis, 'dispatchEvent', { value: window.dispatchEvent.bind(window), configurable: true })
  Object.defineProperty(globalThis, 'window', { value: window, configurable: true })
  return window.document as unknown as Document
}

const setData = (page: Document, data: PageData | undefined): void => {
  page.body.replaceChildren()
  if (data === undefined) return
  const element = page.createElement('script')
  element.type = 'application/json'
  element.id = 'page-data'
  element.textContent = JSON.stringify(data)
  page.body.append(element)
}

const drawAll = async (job: Extract<DrawingJob, { kind: 'screens' }>): Promise<DrawnScreen[]> => {
  const page = makeBrowser()
  for (const name of job.brand) {
    const meta = page.createElement('meta')
    meta.name = name
    // The server fills it in.
    meta.content = `{{${name}}}`
    page.head.append(meta)
  }
  localStorage.setItem('user_language', job.language)
  if (job.isLearner) localStorage.setItem('jwt_token', 'drawn')
  const { drawScreen } = await import('./draw-screen.tsx')
  const drawn: DrawnScreen[] = []
  for (const { name, path, data } of job.screens) {
    setData(page, data)
    drawn.push({ name, ...(await drawScreen(path)) })
  }
  return drawn
}

const job = workerData as DrawingJob
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(job.kind === 'content' ? readContent(job.content) : await drawAll(job))
