import type { CourseProgress } from '@kitewise/contract/entities'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { setLanguage } from '../../lib/i18n/language.ts'
import { keepAnswer } from '../../lib/kept-reads.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { givenCertificates, makeCertificate } from '../../test-support/make-certificate.ts'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { CoursePage } from './course.tsx'

const courseCall = at('/api/courses/{id}')
const progressCall = at('/api/user-course-progress/course/{userId}/{courseId}')

const noSkillCheck = { form: null, questions: [], language: 'en', before: null, after: null }
const screenOf = (matches: boolean) => {
  const list = { matches, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.spyOn(window, 'matchMedia').mockReturnValue(list as unknown as MediaQueryList)
}
beforeEach(() => {
  screenOf(false)
  return () => {
    vi.restoreAllMocks()
    setLanguage('en')
  }
})

beforeEach(() => {
  api.use(http.get(at('/api/product-user/skill-check/{courseId}'), () => answer(noSkillCheck)))
  givenCertificates()
})

const show = (address = '/course/course', locale = 'en') =>
  renderPage(
    <Switch>
      <Route path="/course/:courseId" component={CoursePage} />
    </Switch>,
    address,
    locale,
  )

const showWith = async (progress: CourseProgress, course = makeCourse(), locale = 'en') => {
  api.use(
    http.get(courseCall, () => answer(course)),
    http.get(progressCall, () => answer(progress)),
  )
  const view = show('/course/course', locale)
  await screen.findByRole('region', { name: 'Levels' })
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

it('says what the course is about below the string', async () => {
  await showWith(makeProgress([]))
  const about = screen.getByRole('region', { name: 'About this course' })
  expect(within(about).getByText('What it is about.')).toBeTruthy()
  expect(about.compareDocumentPosition(screen.getByRole('region', { name: 'Levels' }))).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  )
})

it('says what the course is not, below what it is about', async () => {
  await showWith(makeProgress([]), makeCourse({ notThis: 'Not a course for kites.' }))
  const about = within(screen.getByRole('region', { name: 'About this course' }))
  expect(about.getByRole('heading', { name: 'What this course isn’t' }).nextElementSibling?.textContent).toBe(
    'Not a course for kites.',
  )
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

const gateOf = (number: number): HTMLElement => screen.getByRole('button', { name: new RegExp(`^Level ${number}`) })
const openGates = () => [1, 2].map((number) => gateOf(number).getAttribute('aria-expanded'))

describe('the levels of a course', () => {
  it('open at the first one, and each is opened and folded at its gate', async () => {
    const { user } = await showWith(makeProgress([]))
    expect(openGates()).toEqual(['true', 'false'])
    expect(gateOf(2).textContent).toContain('0 of 2 lessons')
    expect(screen.queryByText('Lesson l3')).toBeNull()
    await user.click(gateOf(2))
    expect(openGates()).toEqual(['true', 'true'])
    expect(screen.getByText('Lesson l3')).toBeTruthy()
    await user.click(gateOf(1))
    expect(openGates()).toEqual(['false', 'true'])
    expect(screen.queryByText('Lesson l1')).toBeNull()
  })

  it('open also at the level to go on in', async () => {
    await showWith(makeProgress(['l1', 'l2']))
    expect(openGates()).toEqual(['true', 'true'])
  })

  it('of a finished course open also at the last one, with its message', async () => {
    await showWith(makeProgress(['l1', 'l2', 'l3', 'l4']))
    expect(openGates()).toEqual(['true', 'true'])
  })

  it('are told in the order of learning, with the medal at the end', async () => {
    const { user } = await showWith(makeProgress(['l1']))
    await user.click(gateOf(2))
    const told = screen.getByRole('region', { name: 'Levels' }).textContent ?? ''
    const order = ['First level', 'Lesson l1', 'Lesson l2', 'Second level', 'Lesson l4', '1 of 4 lessons']
    const places = order.map((words) => told.indexOf(words))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
  })

  it('bring the position of the learner into view', async () => {
    const shown: (string | null)[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this.textContent)
    })
    await showWith(makeProgress(['l1', 'l2']))
    await waitFor(() => expect(shown).toHaveLength(1))
    expect(shown[0]).toContain('Lesson l3')
  })

  it('opens a finished lesson for reading and the current one at its fragment, and keeps locked ones closed', async () => {
    const { user } = await showWith(makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 3 }))
    expect(targetOf('Lesson l1')).toBe('/course/course/lesson/l1/learn')
    expect(targetOf('Lesson l2')).toBe('/course/course/lesson/l2/learn?fragment=3')
    await user.click(gateOf(2))
    expect(targetOf('Lesson l3')).toBeNull()
    expect(rowOf('Lesson l3').textContent).toContain('Locked')
  })

  it('opens an available lesson at its start', async () => {
    await showWith(makeProgress(['l1', 'l2']))
    expect(targetOf('Lesson l3')).toBe('/course/course/lesson/l3/start')
    expect(rowOf('Lesson l3').dataset.state).toBe('available')
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

const lessonsBeside = () =>
  within(screen.getByRole('region', { name: /level$/ }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('on a wide screen', () => {
  beforeEach(() => screenOf(true))

  it('shows the lessons of the learner’s level beside the map, and those of another at its gate', async () => {
    const { user } = await showWith(makeProgress(['l1', 'l2']))
    expect(screen.getByRole('region', { name: 'Second level' }).textContent).toContain('Lesson l3')
    expect(gateOf(2).getAttribute('aria-pressed')).toBe('true')
    await user.click(gateOf(1))
    expect(gateOf(1).getAttribute('aria-pressed')).toBe('true')
    expect(lessonsBeside()).toEqual(['/course/course/lesson/l1/learn', '/course/course/lesson/l2/learn'])
    expect(screen.getAllByRole('link', { name: /Lesson l1/ })).toHaveLength(1)
  })

  it('folds the chosen level at its gate too', async () => {
    const { user } = await showWith(makeProgress([]))
    expect(openGates()).toEqual(['true', 'false'])
    await user.click(gateOf(2))
    expect(openGates()).toEqual(['true', 'true'])
    await user.click(gateOf(2))
    expect(openGates()).toEqual(['true', 'false'])
    expect(gateOf(2).getAttribute('aria-pressed')).toBe('true')
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
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
    const offers = ['Start the first lesson', /^Continue:/, /^Next:/, 'Get my certificate']
    expect(offers.flatMap((offer) => screen.queryAllByRole('link', { name: offer }))).toHaveLength(1)
  })
})

it('continues after a fragment that the server does not know yet', async () => {
  session.setToken('a-token')
  api.use(http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), () => HttpResponse.error()))
  const path = `/api/user-course-progress/fragment/${learner.id}/l2/0` as const
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
    expect(screen.getAllByText('Half way').length).toBeGreaterThan(0)
    expect(screen.queryByText('Done')).toBeNull()
  })

  it('shows neither medal nor certificate below 100 percent', async () => {
    await showWith(makeProgress(['l1', 'l2', 'l3']))
    expect(screen.getByRole('img', { name: 'Medal not earned yet' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Get my certificate' })).toBeNull()
  })

  it('fills the medal and offers the certificate at 100 percent', async () => {
    await showWith(makeProgress(['l1', 'l2', 'l3', 'l4']))
    expect(screen.getByRole('img', { name: 'Medal earned' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Get my certificate' })).toBeTruthy()
  })

  it('shows a certificate that is issued, and offers none a second time', async () => {
    givenCertificates(makeCertificate({ id: 'c7', courseId: 'course' }))
    await showWith(makeProgress(['l1', 'l2', 'l3', 'l4']))
    const see = await screen.findByRole('link', { name: 'See my certificate' })
    expect(see.getAttribute('href')).toBe('/certificates/c7')
    expect(screen.queryByRole('link', { name: 'Get my certificate' })).toBeNull()
  })

  it('offers the certificate when the list of issued ones fails to load', async () => {
    api.use(http.get(at('/api/certificates'), () => refusal(500, 'internal_error')))
    await showWith(makeProgress(['l1', 'l2', 'l3', 'l4']))
    const get = await screen.findByRole('link', { name: 'Get my certificate' })
    expect(get.getAttribute('href')).toBe('/course/course/certificate')
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
    expect(screen.getByText(/^Your progress didn’t load\./)).toBeTruthy()
    expect(screen.queryByText('Locked')).toBeNull()
    expect(rowOf('Lesson l1').textContent).toBe('Lesson l15 min')
    expect(screen.queryByRole('link', { name: 'Start the first lesson' })).toBeNull()

    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 of 4 lessons')).toBeTruthy()
    expect(screen.queryByText(/^Your progress didn’t load/)).toBeNull()
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
    const photograph = container.querySelector<HTMLImageElement>('section img')
    expect(photograph?.getAttribute('src')).toMatch(/fallback-cover.*\.webp$/)
    expect(photograph?.alt).toBe('')
    if (photograph) fireEvent.error(photograph)
    const about = screen.getByRole('region', { name: 'About this course' })
    expect(about.querySelector('img')).toBeNull()
    expect(about.querySelector('svg')).toBeTruthy()
  })
})

it('a course that is kept in another language can be kept in this one', async () => {
  session.setToken('head.body.ana')
  const kept = { courseId: 'course', title: 'A course', hash: 'h', bytes: 1e6, doneBytes: 1e6, parts: {} }
  await keepAnswer(['kept-courses'], { course: { ...kept, locale: 'en', isChosen: true, isRemoved: false } })
  const { unmount } = await showWith(makeProgress([]))
  const remove = { name: 'Remove from this phone' }
  expect(await screen.findByRole('button', remove)).toBeTruthy()
  unmount()
  setLanguage('es')
  await showWith(makeProgress([]), makeCourse({ packBytes: 2e6 }), 'es')
  expect(await screen.findByRole('button', { name: 'Keep this course on my phone' })).toBeTruthy()
  expect(screen.queryByRole('button', remove)).toBe(null)
  expect(screen.getByText('All lessons and pictures: 2 MB.')).toBeTruthy()
})
