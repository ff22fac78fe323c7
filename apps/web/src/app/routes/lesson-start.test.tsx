import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { dropWrites } from '../../lib/outbox/outbox.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { makeFullLesson, makeLessonProgress, makeProgressWithLessons } from '../../test-support/make-lesson.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { LessonStartPage } from './lesson-start.tsx'

const lesson = makeFullLesson()
const startCall = at('/api/user-course-progress/start-lesson/{userId}/{lessonId}/{courseId}')
const updateCall = at('/api/product-user/update-course-progress')

beforeEach(() => {
  session.setToken('a-token')
  api.use(
    http.get(at('/api/lessons/{id}'), () => answer(lesson)),
    http.get(at('/api/user-course-progress/lesson/{userId}/{lessonId}'), () => answer(makeLessonProgress(lesson, 0))),
    http.get(at('/api/user-course-progress/course/{userId}/{courseId}'), () => answer(makeProgressWithLessons([]))),
  )
})

afterEach(() => dropWrites('u1'))

const show = (address = '/course/course/lesson/l1/start') =>
  renderPage(
    <Switch>
      <Route path="/course/:courseId/lesson/:lessonId/start" component={LessonStartPage} />
    </Switch>,
    address,
  )

const pressStart = async () => {
  const view = show()
  await view.user.click(await screen.findByRole('button', { name: 'START LESSON' }))
  await waitFor(() => expect(view.address()).toBe('/course/course/lesson/l1/learn'))
}

describe('the start of a lesson', () => {
  it('shows what it is about, how long it takes and how many parts it has', async () => {
    show()
    expect(await screen.findByRole('heading', { level: 1, name: 'A first lesson' })).toBeTruthy()
    for (const words of ['What it is about.', '4 minutes', '3 short parts', '1 practice', 'First level']) {
      expect(screen.getByText(words)).toBeTruthy()
    }
    expect(screen.getByRole('img', { name: 'A kite' }).getAttribute('src')).toBe('/covers/l1.svg')
  })

  it('opens at once, and calls start-lesson, then updates course progress with started and 0 percent', async () => {
    const calls: unknown[] = []
    const gate = new EventTarget()
    const held = new Promise((resolve) => gate.addEventListener('open', resolve))
    api.use(
      http.post(startCall, async ({ params }) => {
        await held
        calls.push(params)
        return answer(makeProgressWithLessons([]))
      }),
      http.post(updateCall, async ({ request }) => {
        calls.push(await request.json())
        return answer(makeProgressWithLessons([]))
      }),
    )
    await pressStart()
    expect(calls).toEqual([])
    gate.dispatchEvent(new Event('open'))
    expect(await outboxOf('u1').flush()).toBe(true)
    expect(calls).toEqual([
      { userId: 'u1', lessonId: 'l1', courseId: 'course' },
      {
        courseId: 'course',
        chapterId: 'c1',
        lessonId: 'l1',
        completed: false,
        progressPercentage: 0,
        timeSpent: 0,
        started: true,
      },
    ])
  })

  it('keeps a start that does not arrive, and sends both calls in order with the connection', async () => {
    api.use(http.post(startCall, () => HttpResponse.error()))
    await pressStart()
    const paths: string[] = []
    const note = ({ request }: { request: Request }) => {
      paths.push(new URL(request.url).pathname.split('/')[3] ?? '')
      return answer(makeProgressWithLessons([]))
    }
    expect(await outboxOf('u1').flush()).toBe(false)
    api.use(http.post(startCall, note), http.post(updateCall, note))
    expect(await outboxOf('u1').flush()).toBe(true)
    expect(paths).toEqual(['start-lesson', 'update-course-progress'])
  })
})

describe('a lesson that cannot be shown', () => {
  it.each([
    ['/course/%20/lesson/l1/start', 'Course ID and Lesson ID are required'],
    ['/course/course/lesson/%20/start', 'Course ID and Lesson ID are required'],
    ['/course/another/lesson/l1/start', 'Lesson not found'],
  ])('%s says: %s', async (address, sentence) => {
    show(address)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeTruthy()
  })

  it('says when it does not exist', async () => {
    api.use(http.get(at('/api/lessons/{id}'), () => refusal(404, 'lesson_not_found', 'Lesson not found')))
    show()
    expect(await screen.findByText('Lesson not found')).toBeTruthy()
  })

  it('can be reloaded after an error, or left by Go Back', async () => {
    api.use(http.get(at('/api/lessons/{id}'), () => refusal(500, 'internal_error'), { once: true }))
    const view = show()
    expect(await screen.findByText('Failed to load lesson details')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'A first lesson' })).toBeTruthy()
  })

  it('goes back to the course when there is no earlier screen', async () => {
    api.use(http.get(at('/api/lessons/{id}'), () => refusal(404, 'lesson_not_found')))
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Go Back' }))
    expect(view.address()).toBe('/course/course')
  })

  it.each([
    ['lesson_locked', 'This lesson comes a little later'],
    ['subscription_required', 'This lesson needs a subscription'],
  ])('explains %s, with a way to the course', async (code, sentence) => {
    api.use(http.get(at('/api/lessons/{id}'), () => refusal(403, code)))
    show()
    expect(await screen.findByRole('heading', { level: 1, name: sentence })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to the course' }).getAttribute('href')).toBe('/course/course')
  })
})
