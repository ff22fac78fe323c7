import 'fake-indexeddb/auto'
import type { CourseProgress } from '@kitewise/contract/entities'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { CoursePage } from './course.tsx'

const courseCall = at('/api/courses/{id}')
const progressCall = at('/api/user-course-progress/course/{userId}/{courseId}')

const noSkillCheck = { form: null, questions: [], language: 'en', before: null, after: null }
beforeEach(() => api.use(http.get(at('/api/product-user/skill-check/{courseId}'), () => answer(noSkillCheck))))

const show = (address = '/course/course', locale = 'en') =>
  renderPage(
    <Routes>
      <Route path="/course/:courseId" element={<CoursePage />} />
      <Route path="*" element={null} />
    </Routes>,
    address,
    locale,
  )

const showWith = async (progress: CourseProgress, course = makeCourse(), locale = 'en') => {
  api.use(
    http.get(courseCall, () => answer(course)),
    http.get(progressCall, () => answer(progress)),
  )
  const view = show('/course/course', locale)
  await screen.findByRole('heading', { name: 'A course' })
  return view
}

const rowOf = (title: string): HTMLElement => {
  const row = screen.getByText(title).closest('li')
  if (row === null) throw new Error(`no row for ${title}`)
  return row
}
const targetOf = (title: string): string | null =>
  within(rowOf(title)).queryByRole('link')?.getAttribute('href') ?? null

it("shows the course's level, size, duration and picture", async () => {
  await showWith(makeProgress([]))
  for (const words of ['Beginner', '4 lessons', '20 min', 'What it is about.']) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  expect(screen.getByRole('img', { name: 'Picture of course' }).getAttribute('src')).toBe('/covers/course.svg')
})

it.each([
  ['above the lessons before the start', [], Node.DOCUMENT_POSITION_FOLLOWING],
  ['below the lessons afterwards', ['l1'], Node.DOCUMENT_POSITION_PRECEDING],
])('shows the description %s', async (_, finished, place) => {
  await showWith(makeProgress(finished))
  const about = screen.getByRole('region', { name: 'About this course' })
  expect(within(about).getByText('What it is about.')).toBeTruthy()
  expect(about.compareDocumentPosition(screen.getByRole('region', { name: 'Levels' }))).toBe(place)
})

it('says when the course is in another language, and marks its texts with that language', async () => {
  const { container } = await showWith(makeProgress([]), makeCourse({ language: 'en' }), 'uk')
  expect(screen.getByText('In English for now')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).lang).toBe('en')
  expect(container.querySelector('li [lang]')?.textContent).toBe('Lesson l1')
  cleanup()
  await showWith(makeProgress([]), makeCourse({ language: 'ua' }), 'uk')
  expect(screen.queryByText('In English for now')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).lang).toBe('')
})

describe('the levels of a course', () => {
  it('opens the first level and toggles each', async () => {
    const { user } = await showWith(makeProgress([]))
    const [first, second] = screen.getAllByRole('group')
    expect(first).toHaveProperty('open', true)
    expect(second).toHaveProperty('open', false)
    await user.click(screen.getByText('Second level'))
    expect(second).toHaveProperty('open', true)
    await user.click(screen.getByText('First level'))
    expect(first).toHaveProperty('open', false)
  })

  it('opens a finished lesson for reading and the current one at its fragment, and keeps locked ones closed', async () => {
    await showWith(makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 3 }))
    expect(targetOf('Lesson l1')).toBe('/course/course/lesson/l1/learn')
    expect(targetOf('Lesson l2')).toBe('/course/course/lesson/l2/learn?fragment=3')
    expect(targetOf('Lesson l3')).toBeNull()
    expect(rowOf('Lesson l3').textContent).toContain('Locked')
  })

  it('opens an available lesson at its start', async () => {
    await showWith(makeProgress(['l1', 'l2']))
    expect(targetOf('Lesson l3')).toBe('/course/course/lesson/l3/start')
    expect(rowOf('Lesson l3').dataset.state).toBe('available')
  })

  it('also opens the level with the next lesson', async () => {
    await showWith(makeProgress(['l1', 'l2']))
    for (const level of screen.getAllByRole('group')) expect(level).toHaveProperty('open', true)
  })

  it('shows how long each lesson takes', async () => {
    await showWith(makeProgress([]))
    expect(rowOf('Lesson l1').textContent).toContain('5 min')
  })

  it('offers the next lesson as the main action', async () => {
    await showWith(makeProgress(['l1']))
    expect(screen.getByRole('link', { name: 'Next: Lesson l2' }).getAttribute('href')).toBe(
      '/course/course/lesson/l2/start',
    )
  })
})

describe('the main action of a course', () => {
  it.each([
    ['not started', makeProgress([]), 'Start the first lesson', '/course/course/lesson/l1/start'],
    [
      'inside a lesson',
      makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 3 }),
      'Continue: Lesson l2',
      '/course/course/lesson/l2/learn?fragment=3',
    ],
    ['between lessons', makeProgress(['l1', 'l2']), 'Next: Lesson l3', '/course/course/lesson/l3/start'],
    ['finished', makeProgress(['l1', 'l2', 'l3', 'l4']), 'Get my certificate', '/course/course/certificate'],
  ])('is the only one when the course is %s', async (_, progress, name, path) => {
    await showWith(progress)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path)
    const offers = ['Start the first lesson', /^Continue:/, /^Next:/, 'Get my certificate']
    expect(offers.flatMap((offer) => screen.queryAllByRole('link', { name: offer }))).toHaveLength(1)
  })
})

it('continues after a fragment that the server does not know yet', async () => {
  session.setToken('a-token')
  api.use(http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), () => HttpResponse.error()))
  const path = `/api/user-course-progress/fragment/${learner.id}/l2/0`
  await outboxOf(learner.id).enqueue(path, { lessonId: 'l2', fragmentIndex: 0, completed: true })
  await showWith(makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 0 }))
  const goOn = screen.getByRole('link', { name: 'Continue: Lesson l2' })
  expect(goOn.getAttribute('href')).toBe('/course/course/lesson/l2/learn?fragment=1')
})

describe('the progress of a course', () => {
  it('draws the ring up to its share of 270 degrees', async () => {
    const { container } = await showWith(makeProgress(['l1', 'l2']))
    expect(container.querySelector('[data-degrees]')?.getAttribute('data-degrees')).toBe('135')
    expect(screen.getByText('2 of 4 lessons')).toBeTruthy()
    const ring = screen.getByRole('progressbar', { name: 'Course progress' })
    expect(ring.getAttribute('aria-valuenow')).toBe('50')
    expect(ring.getAttribute('aria-valuetext')).toBe('50%, 2 of 4 lessons')
  })

  it('shows the time left, but not at the end or when the progress is unknown', async () => {
    await showWith(makeProgress(['l1']))
    expect(screen.getByText('15 minutes left')).toBeTruthy()
    cleanup()
    await showWith(makeProgress(['l1', 'l2', 'l3', 'l4']))
    expect(screen.queryByText(/left$/)).toBeNull()
  })

  it('shows hours when there are any', async () => {
    const course = makeCourse()
    for (const lesson of course.chapters?.flatMap(({ lessons = [] }) => lessons) ?? []) lesson.minutes = 18
    await showWith(makeProgress([]), course)
    expect(screen.getByText('About 1 hour 10 minutes left')).toBeTruthy()
  })

  it('shows the message with the highest threshold reached', async () => {
    await showWith(makeProgress(['l1', 'l2', 'l3']))
    expect(screen.getByRole('heading', { name: 'Half way' })).toBeTruthy()
  })

  it('shows neither medal nor certificate below 100 percent', async () => {
    await showWith(makeProgress(['l1', 'l2', 'l3']))
    expect(screen.getByRole('img', { name: 'Medal not earned yet' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Get my certificate' })).toBeNull()
  })

  it('fills the medal and offers the certificate at 100 percent', async () => {
    await showWith(makeProgress(['l1', 'l2', 'l3', 'l4']))
    expect(screen.getByRole('img', { name: 'Medal earned' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Get my certificate' })).toBeTruthy()
  })

  it('shows 0 of 0 lessons when the progress fails to load, says why, and retries on request', async () => {
    let fails = true
    api.use(
      http.get(courseCall, () => answer(makeCourse())),
      http.get(progressCall, () => (fails ? refusal(500, 'internal_error') : answer(makeProgress(['l1'])))),
    )
    const { user } = show()
    expect(await screen.findByText('0 of 0 lessons')).toBeTruthy()
    expect(screen.queryByText(/left$/)).toBeNull()
    expect(screen.getByText(/^Your progress did not load\./)).toBeTruthy()
    expect(screen.queryByText('Locked')).toBeNull()
    expect(rowOf('Lesson l1').textContent).toBe('Lesson l15 min')
    expect(screen.queryByRole('link', { name: 'Start the first lesson' })).toBeNull()

    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 of 4 lessons')).toBeTruthy()
    expect(screen.queryByText(/^Your progress did not load/)).toBeNull()
    expect(targetOf('Lesson l2')).toBe('/course/course/lesson/l2/start')
  })
})

describe('a course that cannot be shown', () => {
  const { featuredImage: _, ...withoutPicture } = makeCourse()

  it('says so and retries on request', async () => {
    let fails = true
    api.use(
      http.get(courseCall, () => (fails ? HttpResponse.error() : answer(makeCourse()))),
      http.get(progressCall, () => answer(makeProgress([]))),
    )
    const { user } = show()
    await screen.findByRole('heading', { name: 'Failed to load course details' })
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'A course' })).toBeTruthy()
  })

  it('says that it was not found, and leads to the courses', async () => {
    api.use(
      http.get(courseCall, () => refusal(404, 'course_not_found')),
      http.get(progressCall, () => refusal(404, 'course_not_found')),
    )
    show()
    await screen.findByRole('heading', { name: 'Course not found' })
    expect(screen.getByRole('link', { name: 'All courses' }).getAttribute('href')).toBe('/courses')
  })

  it('requires an id when the one in the address is blank', () => {
    show('/course/%20')
    expect(screen.getByText('Course ID is required')).toBeTruthy()
  })

  it.each([
    ['does not load', makeCourse()],
    ['is missing', withoutPicture],
  ])('shows a photograph when the picture %s, and the mark when the photograph fails too', async (_, course) => {
    const { container } = await showWith(makeProgress([]), course)
    const picture = screen.queryByRole('img', { name: 'Picture of course' })
    if (picture) fireEvent.error(picture)
    const photograph = container.querySelector<HTMLImageElement>('header img')
    expect(photograph?.getAttribute('src')).toMatch(/fallback-cover.*\.webp$/)
    expect(photograph?.alt).toBe('')
    if (photograph) fireEvent.error(photograph)
    expect(container.querySelector('header img')).toBeNull()
    expect(container.querySelector('header svg')).toBeTruthy()
  })
})
