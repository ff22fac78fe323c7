import type { Course, LineOfWork } from '@kitewise/contract/entities'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { givenReminders } from '../../test-support/make-reminders.ts'
import { givenStreak } from '../../test-support/make-streak.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { CoursesPage } from './courses.tsx'
import { ForWorkPage } from './for-work.tsx'

/** A course whose lessons have IDs of its own, some of them tagged. */
const tagged = (id: string, tags: Record<string, LineOfWork[]>): Course => {
  const plain = makeCourse({ id, title: `Course ${id.toUpperCase()}` })
  const chapters = plain.chapters?.map((chapter) => ({
    ...chapter,
    lessons: chapter.lessons?.map((lesson) => ({
      ...lesson,
      id: `${id}.${lesson.id}`,
      title: `Lesson ${id}.${lesson.id}`,
      linesOfWork: tags[lesson.id],
    })),
  }))
  return { ...plain, ...(chapters && { chapters }) }
}

const courses = [tagged('a', { l1: ['shop'], l3: ['shop', 'care'] }), tagged('b', { l2: ['shop'] })]

const serve = (progress: Record<string, ReturnType<typeof makeProgress>> = {}) =>
  api.use(
    http.get(at('/api/courses'), () => answer(courses)),
    http.get(at('/api/product-user/recommended-course'), () => answer({ courseId: null })),
    http.get(at('/api/user-course-progress/course/{userId}/{courseId}'), ({ params }) =>
      answer(progress[String(params.courseId)] ?? makeProgress([])),
    ),
  )

const acceptChoice = (): unknown[] => {
  const sent: unknown[] = []
  api.use(
    http.put(at('/api/product-user/line-of-work'), async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      return answer(body)
    }),
  )
  return sent
}

const choice = () => screen.findByRole('combobox', { name: 'My line of work' })
const rows = () =>
  within(screen.getByRole('region', { name: 'Your lessons' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

beforeEach(() => {
  givenReminders()
  givenStreak()
})

describe('the screen for my work', () => {
  it('lists the lessons of the chosen line of work, the next one first, each one tap away', async () => {
    serve({ a: makeProgress(['a.l1']) })
    const sent = acceptChoice()
    const { user } = renderPage(<ForWorkPage />, '/for-my-work')
    expect(await choice()).toHaveProperty('value', '')
    expect(screen.queryByRole('region', { name: 'Your lessons' })).toBeNull()
    await user.selectOptions(await choice(), 'Shop and sales')
    expect(sent).toEqual([{ lineOfWork: 'shop' }])
    expect(await screen.findByText('1 of 3 lessons done')).toBeTruthy()
    expect(rows()).toEqual([
      ['Lesson a.l1Course ACompleted · 5 min', '/course/a/lesson/a.l1/learn'],
      ['Lesson a.l3Course AOpens after 1 lesson of this course · 5 min', '/course/a'],
      ['Lesson b.l2Course BOpens after 1 lesson of this course · 5 min', '/course/b'],
    ])
    expect(screen.getByRole('heading', { level: 2, name: 'Lesson a.l2' })).toBeTruthy()
    expect(screen.getByText('On the way to “Lesson a.l3”')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/course/a/lesson/a.l2/start')
  })

  it('continues a lesson of the path where it was left', async () => {
    serve({ b: makeProgress(['b.l1'], { lesson: 'b.l2', fragmentIndex: 2 }) })
    acceptChoice()
    const { user } = renderPage(<ForWorkPage />, '/for-my-work')
    await user.selectOptions(await choice(), 'Shop and sales')
    const link = await screen.findByRole('link', { name: 'Continue' })
    expect(link.getAttribute('href')).toBe('/course/b/lesson/b.l2/learn?fragment=2')
  })

  it('says so when every lesson is done, or when there is none yet', async () => {
    serve({ a: makeProgress(['a.l1', 'a.l2', 'a.l3']), b: makeProgress(['b.l1', 'b.l2']) })
    acceptChoice()
    const { user } = renderPage(<ForWorkPage />, '/for-my-work')
    await user.selectOptions(await choice(), 'Shop and sales')
    expect(await screen.findByRole('heading', { name: 'You’ve finished every lesson for your work' })).toBeTruthy()
    expect(screen.getByText('3 of 3 lessons done')).toBeTruthy()
    await user.selectOptions(await choice(), 'Trades and crafts')
    expect(await screen.findByRole('heading', { name: 'No lessons for this yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See the courses' }).getAttribute('href')).toBe('/courses')
  })

  it('goes back to the last choice when the new one is not saved, and says so', async () => {
    serve()
    api.use(http.put(at('/api/product-user/line-of-work'), () => refusal(500, 'internal_error')))
    const { user } = renderPage(<ForWorkPage />, '/for-my-work')
    await user.selectOptions(await choice(), 'Office')
    expect(await screen.findByText('That was not saved. Please try again.')).toBeTruthy()
    expect(await choice()).toHaveProperty('value', '')
  })

  it('claims nothing about lessons while progress is unknown', async () => {
    serve()
    acceptChoice()
    api.use(http.get(at('/api/user-course-progress/course/{userId}/{courseId}'), () => refusal(500, 'internal_error')))
    const { user } = renderPage(<ForWorkPage />, '/for-my-work')
    await user.selectOptions(await choice(), 'Health and care')
    expect(await screen.findByText(/^Your progress didn’t load\./)).toBeTruthy()
    expect(rows()).toEqual([['Lesson a.l3Course A5 min', '/course/a']])
    expect(screen.queryByRole('link', { name: 'Start' })).toBeNull()
  })
})

describe('the section for my work among the courses', () => {
  it('has the choice, then the next lesson and the way to all of them', async () => {
    serve()
    acceptChoice()
    const { user } = renderPage(<CoursesPage />, '/courses')
    const section = within(await screen.findByRole('region', { name: 'For my work' }))
    expect(section.queryByRole('link')).toBeNull()
    await user.selectOptions(await choice(), 'Shop and sales')
    expect((await section.findByRole('link', { name: 'See all of them' })).getAttribute('href')).toBe('/for-my-work')
    const next = section.getByRole('link', { name: /^Next for your work/ })
    expect([next.textContent, next.getAttribute('href')]).toEqual([
      'Next for your workLesson a.l15 min',
      '/course/a/lesson/a.l1/start',
    ])
    expect(section.getByText('0 of 3 lessons done')).toBeTruthy()
    await user.selectOptions(await choice(), 'Not chosen')
    expect(section.queryByRole('link')).toBeNull()
  })
})
