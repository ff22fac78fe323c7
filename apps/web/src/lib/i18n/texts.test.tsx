import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Loads wait until the test releases them: `arrive('en-core')`. */
const waiting = new Map<string, { come: () => void; fail: (error: Error) => void }>()
const asked: string[] = []

const loader = (language: string, group: string, messages: object) => () =>
  new Promise((resolve, reject) => {
    asked.push(`${language}-${group}`)
    waiting.set(`${language}-${group}`, { come: () => resolve({ messages }), fail: reject })
  })

const groups = (language: string, back: string, title: string) => ({
  core: loader(language, 'core', { common: { back } }),
  learning: loader(language, 'learning', { course: { title } }),
})

vi.mock('virtual:texts', () => ({
  texts: { en: groups('en', 'Back', 'Course'), ua: groups('ua', 'Назад', 'Курс') },
}))

/** Modules are reloaded for each test, because they hold what is shown. */
const start = async () => {
  vi.resetModules()
  const { useTranslations } = await import('use-intl')
  const { setLanguage } = await import('./language.ts')
  const { TextsProvider } = await import('./texts.tsx')
  const { routeGroup } = await import('../lazy-screen.tsx')

  const Home = () => {
    const [word, setWord] = useState('')
    const t = useTranslations('common')
    return (
      <label>
        {t('back')}
        <input value={word} onChange={(event) => setWord(event.target.value)} />
      </label>
    )
  }
  const CoursePage = () => <h1>{useTranslations('course')('title')}</h1>
  const courses = routeGroup('courses', async () => ({ CoursePage, ListPage: () => <h1>List</h1> }))
  const Course = courses((m) => m.CoursePage, ['learning'])
  const List = courses((m) => m.ListPage, ['learning'])
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- its elements are of this scope
  const show = (hasHome: boolean, hasCourse: boolean) =>
    render(
      <TextsProvider>
        {hasHome && <Home />}
        {hasCourse && (
          <Suspense fallback={<>…</>}>
            <Course />
          </Suspense>
        )}
      </TextsProvider>,
    )
  return { setLanguage, show, preload: Course.preload, List, TextsProvider }
}

const arrive = (id: string) => act(async () => waiting.get(id)?.come())

const log = vi.fn<() => void>()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(log))
afterEach(() => {
  vi.restoreAllMocks()
  log.mockClear()
  waiting.clear()
  asked.length = 0
})

it('shows nothing before the first texts, and loads only groups that a screen needs', async () => {
  const { show } = await start()
  const { container } = show(true, false)
  expect(container.textContent).toBe('')
  await arrive('en-core')
  expect(container.textContent).toBe('Back')
  expect(asked).toEqual(['en-core'])
})

it("loads a screen's script and texts in parallel, and waits for both", async () => {
  const { show } = await start()
  show(false, true)
  await arrive('en-core')
  expect(screen.getByText('…')).toBeTruthy()
  await arrive('en-learning')
  expect(screen.getByRole('heading', { name: 'Course' })).toBeTruthy()
  expect(log).not.toHaveBeenCalled()
})

it('shows a prefetched screen in the first render, without a skeleton', async () => {
  const { show, preload } = await start()
  const ahead = preload()
  waiting.get('en-core')?.come()
  waiting.get('en-learning')?.come()
  await ahead
  const { container } = show(false, true)
  expect(container.textContent).toBe('Course')
})

it('shows another screen of a group that has loaded in the first render, without a skeleton', async () => {
  const { show, List, TextsProvider } = await start()
  show(false, true)
  await arrive('en-core')
  await arrive('en-learning')
  const { container } = render(
    <TextsProvider>
      <Suspense fallback={<>…</>}>
        <List />
      </Suspense>
    </TextsProvider>,
  )
  expect(container.textContent).toBe('List')
})

it('still waits for the texts of a screen whose script was prefetched', async () => {
  const { show, preload } = await start()
  const ahead = preload()
  waiting.get('en-core')?.come()
  waiting.get('en-learning')?.fail(new Error('offline'))
  await ahead
  show(false, true)
  await arrive('en-core')
  expect(screen.getByText('…')).toBeTruthy()
  await arrive('en-learning')
  expect(screen.getByRole('heading', { name: 'Course' })).toBeTruthy()
})

it('switches the language completely, without losing typed text or showing a mixture', async () => {
  const { show, setLanguage } = await start()
  const { container } = show(true, true)
  await arrive('en-core')
  await arrive('en-learning')
  const input = screen.getByRole('textbox')
  await userEvent.type(input, 'typed')

  await act(async () => setLanguage('ua'))
  await arrive('ua-core')
  expect(container.textContent).toBe('BackCourse')
  await arrive('ua-learning')
  expect(container.textContent).toBe('НазадКурс')
  expect(document.documentElement.lang).toBe('uk')
  expect(screen.getByRole('textbox')).toBe(input)
  expect((input as HTMLInputElement).value).toBe('typed')
})

it('shows a screen opened during a language change in the new language', async () => {
  const { show, setLanguage } = await start()
  const { container } = show(true, true)
  await arrive('en-core')
  await act(async () => setLanguage('ua'))
  await arrive('en-learning')
  await arrive('ua-core')
  await arrive('ua-learning')
  expect(container.textContent).toBe('НазадКурс')
})

it('shows English for a language without texts, and keeps the current one when loading fails', async () => {
  const { show, setLanguage } = await start()
  const { container } = show(true, false)
  await arrive('en-core')
  await act(async () => setLanguage('ja'))
  expect(container.textContent).toBe('Back')
  expect(document.documentElement.lang).toBe('en')
  await act(async () => setLanguage('ua'))
  await act(async () => waiting.get('ua-core')?.fail(new Error('offline')))
  expect(container.textContent).toBe('Back')
  expect(log).toHaveBeenCalledOnce()
})

it('names the chunk of a failed load, and retries it on request', async () => {
  await start()
  const { needTexts } = await import('./texts.tsx')
  const first = needTexts()
  waiting.get('en-core')?.fail(new Error('offline'))
  await expect(first).rejects.toThrow('Loading chunk texts-en-core failed.\n(error)')
  const second = needTexts()
  waiting.get('en-core')?.come()
  await second
  expect(asked).toEqual(['en-core', 'en-core'])
})
