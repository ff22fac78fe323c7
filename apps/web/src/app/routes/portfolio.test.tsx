import type { PassedPrompt } from '@kitewise/contract/entities'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { PortfolioPage } from './portfolio.tsx'

const passed = (prompt: string, course: string, title: string, passedAt: string): PassedPrompt => ({
  practiceId: `${course}.l01.f1.p1`,
  prompt,
  passedAt,
  task: {
    title,
    course: { id: course, title: `Course ${course}` },
    lesson: { id: `${course}.l01`, title: 'First words' },
    language: 'en',
  },
})

const prompts = [
  passed('Write a note to Ana about the crème.', 'b', 'A note', '2026-11-22T12:00:00.000Z'),
  passed('Plan a trip to the lake.', 'a', 'A trip', '2026-11-02T12:00:00.000Z'),
]
const serve = (given: PassedPrompt[]) => api.use(http.get(at('/api/product-user/passed-prompts'), () => answer(given)))
const shown = () => screen.queryAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent)

beforeEach(() => serve(prompts))

describe('my prompts', () => {
  it('show each prompt with course, lesson, task and date', async () => {
    renderPage(<PortfolioPage />, '/my-prompts')
    expect(await screen.findByText('2 prompts')).toBeTruthy()
    expect(shown()).toEqual(['A note', 'A trip'])
    const [first] = screen.getAllByRole('listitem')
    expect(first?.textContent).toBe(
      'A noteCourse bFirst words · Passed on 11/22/2026Write a note to Ana about the crème.Copy',
    )
    const lesson = within(first ?? document.body).getByRole('link', { name: 'First words' })
    expect(lesson.getAttribute('href')).toBe('/course/b/lesson/b.l01/learn')
  })

  it('are searched while typing, filtered by course, and all shown again', async () => {
    const { user } = renderPage(<PortfolioPage />, '/my-prompts')
    const search = await screen.findByRole('searchbox', { name: 'Search' })
    await user.type(search, 'creme ana')
    expect(shown()).toEqual(['A note'])
    expect(screen.getByRole('status').textContent).toBe('1 prompt')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Course' }), 'Course a')
    expect(screen.getByRole('heading', { name: 'No prompt fits' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all prompts' }))
    expect(shown()).toEqual(['A note', 'A trip'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Course' }), 'Course a')
    expect(shown()).toEqual(['A trip'])
  })

  it('are copied one by one', async () => {
    const { user } = renderPage(<PortfolioPage />, '/my-prompts')
    await user.click(await screen.findByRole('button', { name: 'Copy', description: 'A trip' }))
    expect(await screen.findByText('Prompt copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('Plan a trip to the lake.')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(screen.getByRole('button', { name: 'Copy', description: 'A note' }))
    expect(await screen.findByText('Please mark the prompt and copy it yourself.')).toBeTruthy()
  })

  it('are saved as a text file, only those that are shown', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return 'blob:prompts'
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const { user } = renderPage(<PortfolioPage />, '/my-prompts')
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'lake')
    await user.click(screen.getByRole('button', { name: 'Save as a text file' }))
    expect(await screen.findByText('Your prompts are saved as a file.')).toBeTruthy()
    expect(names).toEqual([expect.stringMatching(/^my-prompts-\d{4}-\d\d-\d\d\.txt$/)])
    expect(await files[0]?.text()).toBe(
      '# My prompts\n\n## A trip\nCourse a · First words · 11/02/2026\n\nPlan a trip to the lake.\n',
    )
  })

  it('say how to fill the list while it is empty', async () => {
    serve([])
    renderPage(<PortfolioPage />, '/my-prompts')
    expect(await screen.findByRole('heading', { name: 'Your prompts will be kept here' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to my next lesson' }).getAttribute('href')).toBe('/dashboard')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('name a task that has changed since, without a link', async () => {
    serve(prompts.slice(0, 1).map((one) => ({ ...one, task: null })))
    renderPage(<PortfolioPage />, '/my-prompts')
    expect(await screen.findByRole('heading', { name: 'A task from an earlier version of a course' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'First words' })).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    api.use(http.get(at('/api/product-user/passed-prompts'), () => refusal(500, 'internal_error')))
    const { user } = renderPage(<PortfolioPage />, '/my-prompts')
    expect(await screen.findByRole('heading', { name: 'Your prompts did not load' })).toBeTruthy()
    serve(prompts)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('2 prompts')).toBeTruthy()
  })
})
