import type { Course } from '@kitewise/contract/entities'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { givenMonthPlan } from '../../test-support/make-month-plan.ts'
import { givenReminders } from '../../test-support/make-reminders.ts'
import { givenStreak } from '../../test-support/make-streak.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { CoursesPage } from './courses.tsx'
import { DashboardPage } from './dashboard.tsx'
import { RecommendedCoursesPage } from './recommended-courses.tsx'

const serve = (courses: Course[], finished: Record<string, string[]> = {}) =>
  api.use(
    http.get(at('/api/courses'), () => answer(courses)),
    http.get(at('/api/user-course-progress/course/{userId}/{courseId}'), ({ params }) =>
      answer(makeProgress(finished[String(params.courseId)] ?? [])),
    ),
  )

const recommend = (courseId: string | null) =>
  api.use(http.get(at('/api/product-user/recommended-course'), () => answer({ courseId })))

beforeEach(() => {
  givenReminders()
  givenMonthPlan()
  givenStreak()
  recommend(null)
})

const three = [
  makeCourse({ id: 'a', title: 'Course A' }),
  makeCourse({ id: 'b', title: 'Course B', level: 'advanced' }),
  makeCourse({ id: 'c', title: 'Course C' }),
]

describe('the courses page', () => {
  it('begins with the lesson to continue', async () => {
    serve(three, { b: ['l1'] })
    renderPage(<CoursesPage />)
    expect(await targetOf('Start')).toBe('/course/b/lesson/l2/start')
    const [first] = screen.getAllByRole('heading', { level: 2 })
    expect(first?.textContent).toBe('Lesson l2')
  })

  it('features the first course and lists the others under New and Trending', async () => {
    serve(three)
    renderPage(<CoursesPage />)
    const featured = await screen.findByRole('region', { name: 'Recommended courses' })
    expect(within(featured).getAllByRole('article')).toHaveLength(1)
    expect(within(featured).getByRole('link', { name: 'Course A' }).getAttribute('href')).toBe('/course/a')
    const others = screen.getByRole('region', { name: 'New and Trending' })
    expect(within(others).getByRole('link', { name: 'Course B' })).toBeTruthy()
    expect(within(others).getByRole('link', { name: 'Course C' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See All' }).getAttribute('href')).toBe('/recommended-courses')
  })

  it('requests chapters, lessons and pictures as specified', async () => {
    let search = ''
    api.use(
      http.get(at('/api/courses'), ({ request }) => {
        search = decodeURIComponent(new URL(request.url).search)
        return answer([])
      }),
    )
    renderPage(<CoursesPage />)
    await screen.findByRole('heading', { name: 'No courses yet' })
    expect(search).toBe('?populate[0]=chapters&populate[1]=chapters.lessons&populate[2]=featuredImage')
  })

  it('says that the courses failed to load, and retries', async () => {
    const headers = { 'x-request-id': 'k3m9q2x7wd' }
    api.use(http.get(at('/api/courses'), () => refusal(500, 'internal_error', 'It failed.', headers)))
    const { user } = renderPage(<CoursesPage />)
    expect((await screen.findByText('k3m9q2x7wd')).parentElement?.textContent).toBe('Reference: k3m9q2x7wd')
    await screen.findByRole('heading', { name: 'Failed to load courses' })
    serve(three)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Course A' })).toBeTruthy()
  })
})

const titlesIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('article')
    .map((article) => within(article).getByRole('heading').textContent)

describe('the course to which the quiz leads', () => {
  const all = ['l1', 'l2', 'l3', 'l4']

  it('comes right after the first course', async () => {
    recommend('c')
    serve(three)
    renderPage(<CoursesPage />)
    const others = await screen.findByRole('region', { name: 'New and Trending' })
    expect(titlesIn(others)).toEqual(['Course C', 'Course B'])
    expect(titlesIn(screen.getByRole('region', { name: 'Recommended courses' }))).toEqual(['Course A'])
  })

  it('is featured once the first one is completed', async () => {
    recommend('c')
    serve(three, { a: all })
    renderPage(<CoursesPage />)
    const featured = await screen.findByRole('region', { name: 'Recommended courses' })
    expect(titlesIn(featured)).toEqual(['Course C'])
    expect(titlesIn(screen.getByRole('region', { name: 'New and Trending' }))).toEqual(['Course A', 'Course B'])
  })

  it('is the next course on the dashboard, and among all courses', async () => {
    recommend('c')
    serve(three, { a: all })
    const { unmount } = renderPage(<DashboardPage />)
    expect((await screen.findByRole('link', { name: 'Start' })).getAttribute('href')).toBe('/course/c/lesson/l1/start')
    unmount()
    renderPage(<RecommendedCoursesPage />, '/recommended-courses')
    await screen.findByRole('link', { name: 'Course A' })
    expect(titlesIn(screen.getByRole('main'))).toEqual(['Course A', 'Course C', 'Course B'])
  })

  it.each([
    [
      'a failed call',
      () => api.use(http.get(at('/api/product-user/recommended-course'), () => refusal(500, 'internal_error'))),
    ],
    ['a course that is not in the list', () => recommend('gone')],
  ])('changes nothing after %s', async (_, given) => {
    given()
    serve(three)
    renderPage(<CoursesPage />)
    const others = await screen.findByRole('region', { name: 'New and Trending' })
    expect(titlesIn(others)).toEqual(['Course B', 'Course C'])
  })
})

describe('the page of recommended courses', () => {
  it('has a titled header with a way back and a filter button', async () => {
    serve(three)
    const view = renderPage(<RecommendedCoursesPage />, '/recommended-courses')
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('heading', { level: 1, name: 'Recommended courses' })).toBeTruthy()
    expect(header.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Back', 'Filter'])
    await view.user.click(header.getByRole('button', { name: 'Back' }))
    expect(view.address()).toBe('/courses')
  })

  it('filters by level and keeps the choice in the address', async () => {
    serve(three)
    const view = renderPage(<RecommendedCoursesPage />, '/recommended-courses')
    await screen.findByRole('link', { name: 'Course A' })
    await view.user.click(screen.getByRole('button', { name: 'Filter' }))
    await view.user.click(screen.getByRole('radio', { name: 'Advanced' }))
    await view.user.click(screen.getByRole('button', { name: 'Show 1 course' }))
    expect(screen.queryByRole('link', { name: 'Course A' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Course B' })).toBeTruthy()
    expect(view.address()).toBe('/recommended-courses?level=advanced')
  })

  it("filters by the learner's progress", async () => {
    serve(three, { c: ['l1'] })
    renderPage(<RecommendedCoursesPage />, '/recommended-courses?status=in_progress')
    expect(await screen.findByRole('link', { name: 'Course C' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Course A' })).toBeNull()
  })

  it('offers to clear a filter without matches', async () => {
    serve(three)
    const { user } = renderPage(<RecommendedCoursesPage />, '/recommended-courses?level=intermediate')
    await user.click(await screen.findByRole('button', { name: 'Clear filter' }))
    expect(await screen.findByRole('link', { name: 'Course A' })).toBeTruthy()
  })
})

describe('the dashboard', () => {
  it('greets the learner, offers the next lesson and shows started courses', async () => {
    serve(three, { a: ['l1'] })
    renderPage(<DashboardPage />)
    expect(screen.getByRole('heading', { level: 1, name: 'Hello, Ana' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Lesson l2' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/course/a/lesson/l2/start')
    const begun = screen.getByRole('region', { name: 'Your courses' })
    expect(within(begun).getAllByRole('article')).toHaveLength(1)
    expect(screen.getByRole('region', { name: 'A course for you' })).toBeTruthy()
  })
})

describe('progress that fails to load', () => {
  const failing = { ids: new Set<string>() }
  beforeEach(() => {
    failing.ids = new Set(['a'])
    api.use(
      http.get(at('/api/courses'), () => answer(three)),
      http.get(at('/api/user-course-progress/course/{userId}/{courseId}'), ({ params }) =>
        failing.ids.has(String(params.courseId)) ? refusal(500, 'internal_error') : answer(makeProgress(['l1'])),
      ),
    )
  })

  it.each([
    ['the dashboard', <DashboardPage key="1" />],
    ['the courses page', <CoursesPage key="2" />],
    ['the recommended courses', <RecommendedCoursesPage key="3" />],
  ])('is reported on %s, and retried on request', async (_, page) => {
    const { user } = renderPage(page)
    expect(await screen.findByText(/^Your progress didn’t load\./)).toBeTruthy()
    failing.ids.clear()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/^Your progress didn’t load\./)).toBeNull())
  })

  it('keeps the dashboard from offering the first lesson of a course that may be finished', async () => {
    failing.ids = new Set(['a', 'b', 'c'])
    renderPage(<DashboardPage />)
    expect(await screen.findByText(/^Your progress didn’t load\./)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Start' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'No courses yet' })).toBeNull()
  })
})

const card = (title: string) => {
  const found = screen.getAllByRole('article').find((one) => within(one).queryByRole('link', { name: title }))
  if (found === undefined) throw new Error(`no card of ${title}`)
  return within(found)
}

describe('a course card', () => {
  it('says what the course is not until it is started', async () => {
    const courses = three.map((course) => ({ ...course, notThis: `Not ${course.title}.` }))
    serve(courses, { b: ['l1'] })
    renderPage(<CoursesPage />)
    await screen.findByText('25% done')
    expect(card('Course A').getByText('What this course isn’t').nextElementSibling?.textContent).toBe('Not Course A.')
    expect(card('Course C').getByText('Not Course C.')).toBeTruthy()
    expect(card('Course B').queryByText(/^Not |isn’t/)).toBeNull()
  })

  it('says nothing about it when the course does not', async () => {
    serve(three)
    renderPage(<CoursesPage />)
    await screen.findByRole('link', { name: 'Course A' })
    expect(screen.queryByText('What this course isn’t')).toBeNull()
  })

  it('shows nothing before the start, then progress and time left, and the medal at the end', async () => {
    serve(three, { b: ['l1'], c: ['l1', 'l2', 'l3', 'l4'] })
    renderPage(<CoursesPage />)
    await screen.findByText('25% done')
    expect(card('Course A').queryByText(/done|left|Completed/)).toBeNull()
    expect(card('Course B').getByText('25% done')).toBeTruthy()
    expect(card('Course B').getByText('15 minutes left')).toBeTruthy()
    expect(card('Course B').queryByRole('img', { name: 'Medal earned' })).toBeNull()
    expect(card('Course C').getByText('Completed')).toBeTruthy()
    expect(card('Course C').getByRole('img', { name: 'Medal earned' })).toBeTruthy()
    expect(card('Course C').queryByText(/left$/)).toBeNull()
  })
})

const targetOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

describe('the main action of the dashboard', () => {
  const all = ['l1', 'l2', 'l3', 'l4']

  it('is a new course when all started ones are finished', async () => {
    serve(three, { a: all })
    renderPage(<DashboardPage />)
    expect(await targetOf('Start')).toBe('/course/b/lesson/l1/start')
    expect(screen.getByText('Your next course')).toBeTruthy()
  })

  it('is followed by the streak, then by the practice', async () => {
    serve(three, { a: ['l1'] })
    renderPage(<DashboardPage />)
    const practice = await screen.findByRole('link', { name: 'Today’s practice' })
    expect(practice.getAttribute('href')).toBe('/boost')
    const streak = await screen.findByRole('region', { name: 'Your streak' })
    const lesson = screen.getByRole('link', { name: 'Start' })
    expect(lesson.compareDocumentPosition(streak)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(streak.compareDocumentPosition(practice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it("is today's practice when every lesson is finished", async () => {
    serve(three, { a: all, b: all, c: all })
    renderPage(<DashboardPage />)
    expect(await targetOf('Today’s practice')).toBe('/boost')
    expect(screen.queryByRole('link', { name: /^(Start|Continue)$/ })).toBeNull()
  })
})

describe('the streak on the courses page and the dashboard', () => {
  it('shows in the header and as six days on the string', async () => {
    serve(three)
    givenStreak({ freezes: 1 })
    renderPage(<CoursesPage />)
    expect(await screen.findByRole('img', { name: '2 days in a row' })).toBeTruthy()
    const strip = within(await screen.findByRole('region', { name: 'Your streak' }))
    expect(strip.getByRole('heading', { name: '2 days in a row' })).toBeTruthy()
    expect(strip.getAllByRole('listitem').map((day) => day.textContent)).toEqual([
      'Wed9Wednesday, May 9: covered by a freeze',
      'Thu10Thursday, May 10: learned',
      'Fri11Friday, May 11: learned',
      'Sat12Saturday, May 12: today, not done yet',
      'Sun13Sunday, May 13: still to come',
      'Mon14Monday, May 14: still to come',
    ])
    expect(strip.getByText('Five minutes today keeps it going.')).toBeTruthy()
    expect(strip.getByText('1 streak freeze. It covers a missed day automatically.')).toBeTruthy()
  })

  it('says that today is done, and how far the next freeze is', async () => {
    serve(three)
    givenStreak({ isTodayLearned: true })
    renderPage(<DashboardPage />)
    expect(await screen.findByText('Done for today. See you tomorrow.')).toBeTruthy()
    expect(screen.getByText(/^5 more days of learning and you’ll earn a streak freeze/)).toBeTruthy()
  })

  it('claims nothing when it fails to load', async () => {
    serve(three)
    api.use(http.get(at('/api/product-user/streak'), () => refusal(500, 'internal_error')))
    renderPage(<CoursesPage />)
    await screen.findByRole('region', { name: 'New and Trending' })
    expect(screen.queryByRole('region', { name: 'Your streak' })).toBeNull()
    expect(screen.queryByRole('img', { name: /in a row/ })).toBeNull()
  })
})
