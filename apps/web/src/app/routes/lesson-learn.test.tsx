import type { Lesson, LessonProgress } from '@kitewise/contract/entities'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { currentOutbox, outboxOf, useLearnerOutbox } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import {
  makeFragment,
  makeFullLesson,
  makeLessonProgress,
  makeProgressWithLessons,
  makePrompt,
  makeChoiceQuestion,
} from '../../test-support/make-lesson.ts'
import { givenStreak } from '../../test-support/make-streak.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { BottomBarContext } from '../shell/bottom-bar-switch.tsx'
import { LessonLearnPage } from './lesson-learn.tsx'

const plain = makeFullLesson({ fragments: [makeFragment(1), makeFragment(2), makeFragment(3)] })

/** A fake server that stores what these tests need. */
const givenServer = (lesson: Lesson, progress: LessonProgress = makeLessonProgress(lesson, 0)) => {
  const received: { call: string; body: Record<string, unknown> }[] = []
  const take = (call: string) =>
    http.post(at(`/api/user-course-progress/${call}/{userId}/{lessonId}/{index}`), async ({ request }) => {
      received.push({ call, body: (await request.json().catch(() => ({}))) as Record<string, unknown> })
      return answer({})
    })
  const reads = { progress: 0 }
  givenStreak()
  api.use(
    http.get(at('/api/lessons/{id}'), () => answer(lesson)),
    http.get(at('/api/user-course-progress/lesson/{userId}/{lessonId}'), () => {
      reads.progress += 1
      return answer(progress)
    }),
    http.get(at('/api/user-course-progress/course/{userId}/{courseId}'), () => answer(makeProgressWithLessons([]))),
    take('fragment'),
    take('submit-practice'),
    http.post(at('/api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}'), ({ params }) => {
      received.push({ call: 'finish-lesson', body: params })
      return answer(makeProgressWithLessons(['l1']))
    }),
  )
  return { received, reads }
}

const offline = (): void =>
  api.use(http.post(at('/api/user-course-progress/{call}/{userId}/{lessonId}/{index}'), () => HttpResponse.error()))

const scroll = vi.fn<(options?: unknown) => void>()
const setHidden = vi.fn<(isHidden: boolean) => void>()

const Page = () => {
  useLearnerOutbox(learner.id)
  return <LessonLearnPage />
}

const show = (query = '', lessonId = 'l1', locale = 'en') =>
  renderPage(
    <BottomBarContext value={{ isHidden: false, setHidden }}>
      <Switch>
        <Route path="/course/:courseId/lesson/:lessonId/learn" component={Page} />
      </Switch>
    </BottomBarContext>,
    `/course/course/lesson/${lessonId}/learn${query}`,
    locale,
  )

/** Clicks by keyboard, which has no click count: tests press faster than a double click. */
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }), { detail: 0 })

/** Presses a button that shows another card, and lets the guard against double taps open again. */
const turn = async (name: string): Promise<void> => {
  press(name)
  await act(async () => {})
}

const titles = (): (string | null)[] =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

const open = async (query = '') => {
  const view = show(query)
  await screen.findByRole('heading', { level: 1, name: 'A first lesson' })
  return view
}

const arrived = () => act(async () => void (await outboxOf(learner.id).flush()))

beforeEach(() => {
  session.setToken('a-token')
  setHidden.mockClear()
  scroll.mockClear()
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scroll)
})

afterEach(() => void vi.restoreAllMocks())

describe('a lesson in progress', () => {
  it('says that it is loading', async () => {
    givenServer(plain)
    show()
    expect(screen.getByRole('status').textContent).toBe('Loading lesson content...')
    await screen.findByRole('heading', { level: 1 })
    await arrived()
  })

  it('shows its first fragment, the progress bar and Continue', async () => {
    givenServer(plain)
    await open()
    expect(titles()).toEqual(['Idea 1'])
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33')
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
    await arrived()
  })

  it('closes to its course', async () => {
    givenServer(plain)
    const view = await open()
    press('Close the lesson')
    expect(view.address()).toBe('/course/course')
    await arrived()
  })

  it.each([
    ['?fragment=1', ['Idea 2']],
    ['?fragment=2', ['Idea 3']],
    ['?fragment=3', ['Idea 1']],
    ['?fragment=-1', ['Idea 1']],
    ['?fragment=one', ['Idea 1']],
    ['?fragment=', ['Idea 1']],
  ])('opened with %s, shows %j', async (query, expected) => {
    givenServer(plain)
    await open(query)
    expect(titles()).toEqual(expected)
    await arrived()
  })

  it('continues after the completed fragments', async () => {
    givenServer(plain, makeLessonProgress(plain, 2))
    await open()
    expect(titles()).toEqual(['Idea 3'])
    expect(screen.getByRole('button', { name: 'Finish Lesson' })).toBeTruthy()
    await arrived()
  })

  it('on Continue, reports the fragment complete with whole seconds, reveals the next and records it as started', async () => {
    const { received } = givenServer(plain)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    await open()
    await arrived()
    clock.mockReturnValue(1_000 + 41_900)
    press('Continue')
    expect(titles()).toEqual(['Idea 2'])
    await arrived()
    expect(
      received.map(({ body }) => [body.fragmentId, body.completed, body.progressPercentage, body.timeSpent]),
    ).toEqual([
      ['f1', false, 0, 0],
      ['f1', true, 100, 41],
      ['f2', false, 0, 0],
    ])
  })

  it('moves focus to the title of the revealed fragment and scrolls smoothly to it after 100 ms', async () => {
    givenServer(plain)
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    press('Continue')
    expect(document.activeElement?.textContent).toBe('Idea 2')
    vi.advanceTimersByTime(99)
    expect(scroll).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    expect(scroll.mock.calls).toEqual([[{ block: 'start', behavior: 'smooth' }]])
    await arrived()
  })

  it('leaves focus where a quick learner moved it before the scroll', async () => {
    givenServer(plain)
    await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    press('Continue')
    screen.getByRole('button', { name: 'Continue' }).focus()
    vi.advanceTimersByTime(100)
    vi.useRealTimers()
    expect(scroll).toHaveBeenCalledOnce()
    expect(document.activeElement?.textContent).toBe('Continue')
    await arrived()
  })

  it('does not scroll smoothly with reduced motion', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    givenServer(plain)
    await open()
    press('Continue')
    await waitFor(() => expect(scroll.mock.calls).toEqual([[{ block: 'start', behavior: 'instant' }]]))
    await arrived()
  })

  it('updates a fragment in the address, so that a reload keeps the place', async () => {
    givenServer(plain)
    const view = await open('?fragment=1')
    press('Continue')
    expect(view.address()).toBe('/course/course/lesson/l1/learn?fragment=2')
    await arrived()
  })

  it('only logs writes that fail for good, and continues', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    givenServer(plain)
    api.use(
      http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), () => refusal(404, 'not_found')),
    )
    await open()
    press('Continue')
    expect(titles()).toEqual(['Idea 2'])
    await arrived()
    expect(log).toHaveBeenCalled()
  })
})

describe('the last fragment', () => {
  it('finishes the lesson after all writes have arrived, and leads to the course', async () => {
    const { received } = givenServer(plain, makeLessonProgress(plain, 2))
    const view = await open()
    press('Finish Lesson')
    await waitFor(() => expect(view.address()).toBe('/course/course'))
    expect(received.at(-2)?.body).toMatchObject({ fragmentId: 'f3', completed: true })
    expect(received.at(-1)).toEqual({
      call: 'finish-lesson',
      body: { userId: 'u1', lessonId: 'l1', courseId: 'course' },
    })
  })

  it('reports fragments before a linked one as read on finishing', async () => {
    const { received } = givenServer(plain)
    const view = await open('?fragment=2')
    press('Finish Lesson')
    await waitFor(() => expect(view.address()).toBe('/course/course'))
    const completed = received.filter(({ body }) => body.completed).map(({ body }) => body.fragmentId)
    expect(completed).toEqual(['f1', 'f2', 'f3'])
  })

  it('is finished without a connection, and the server is told later', async () => {
    givenServer(plain, makeLessonProgress(plain, 2))
    const finishCall = at('/api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}')
    api.use(http.post(finishCall, () => HttpResponse.error()))
    const view = await open()
    press('Finish Lesson')
    await waitFor(() => expect(view.address()).toBe('/course/course'))
    expect((await currentOutbox()?.list())?.map(({ path }) => path)).toEqual([
      expect.stringContaining(`/finish-lesson/${learner.id}/${plain.id}/course`),
    ])
  })

  it('says so when the server refuses, and can be finished again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    givenServer(plain, makeLessonProgress(plain, 2))
    const finishCall = at('/api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}')
    api.use(http.post(finishCall, () => refusal(409, 'lesson_incomplete'), { once: true }))
    const view = await open()
    press('Finish Lesson')
    await screen.findByText('Failed to complete lesson. Please try again.')
    expect(screen.getByRole('alert').textContent).toBe('Failed to complete lesson. Please try again.')
    expect(log).toHaveBeenCalledWith('Failed to finish lesson', expect.anything())
    press('Finish Lesson')
    await waitFor(() => expect(view.address()).toBe('/course/course'))
  })

  it("fails without a session with 'No JWT token found', which is logged", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    givenServer(plain, makeLessonProgress(plain, 2))
    await open()
    await arrived()
    session.clear()
    press('Finish Lesson')
    await screen.findByText('Failed to complete lesson. Please try again.')
    expect(String(log.mock.calls[0]?.[1])).toContain('No JWT token found')
  })
})

describe('a required practice', () => {
  const lesson = makeFullLesson()

  it('appears at its placeholder, with an offer to skip it until it is done', async () => {
    const { received } = givenServer(lesson, makeLessonProgress(lesson, 1))
    const view = await open()
    expect(screen.getByRole('region', { name: 'Idea 2' }).textContent).toBe('Idea 2Text 2.')
    press('Continue')
    expect(screen.getByText('Which one is right?')).toBeTruthy()
    expect(screen.queryByText('Text 2.')).toBe(null)
    expect(screen.getByRole('button', { name: 'SKIP PRACTICE' })).toBeTruthy()
    await view.user.click(screen.getByLabelText('The second'))
    press('Check')
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy()
    await arrived()
    expect(received.at(-1)).toMatchObject({
      call: 'submit-practice',
      body: { practiceId: 'quiz', answer: 'b', isCorrect: true, completed: true, fragmentId: 'f2', fragmentIndex: 1 },
    })
  })

  it('reloads the progress when answered', async () => {
    const { reads } = givenServer(lesson, makeLessonProgress(lesson, 1))
    const view = await open()
    await arrived()
    await waitFor(() => expect(view.client.isFetching()).toBe(0))
    const before = reads.progress
    press('Continue')
    await view.user.click(screen.getByLabelText('The first'))
    press('Check')
    await waitFor(() => expect(reads.progress).toBe(before + 1))
  })

  it('is recorded as SKIPPED and not correct when skipped, and the lesson continues', async () => {
    const { received } = givenServer(lesson, makeLessonProgress(lesson, 1))
    await open()
    await turn('Continue')
    await turn('SKIP PRACTICE')
    expect(screen.getByText('After the practice.')).toBeTruthy()
    await turn('Continue')
    expect(titles()).toEqual(['Idea 3'])
    await arrived()
    expect(received.find(({ call }) => call === 'submit-practice')?.body).toMatchObject({
      answer: 'SKIPPED',
      isCorrect: false,
    })
    expect(received.filter(({ body }) => body.completed && body.fragmentId === 'f2')).toHaveLength(2)
  })

  it('reloads the progress when skipped', async () => {
    const { reads } = givenServer(lesson, makeLessonProgress(lesson, 1))
    const view = await open()
    await arrived()
    await waitFor(() => expect(view.client.isFetching()).toBe(0))
    const before = reads.progress
    await turn('Continue')
    press('SKIP PRACTICE')
    await waitFor(() => expect(reads.progress).toBeGreaterThan(before))
    await arrived()
  })

  it('can still be done after it was skipped', async () => {
    const skipped = { practiceId: 'quiz', answer: 'SKIPPED', isCorrect: false }
    givenServer(lesson, makeLessonProgress(lesson, 2, { results: [skipped] }))
    await open()
    await turn('Previous card')
    await turn('Previous card')
    expect(screen.getByRole('button', { name: 'Check' })).toBeTruthy()
    await arrived()
  })

  it('does not block the lesson when it is optional', async () => {
    const relaxed = makeFullLesson({
      fragments: [makeFragment(1, [makeChoiceQuestion({ isRequired: false })]), makeFragment(2)],
    })
    givenServer(relaxed)
    await open()
    await turn('Continue')
    expect(screen.queryByRole('button', { name: 'Continue' })).toBe(null)
    await turn('Skip')
    expect(screen.getByText('After the practice.')).toBeTruthy()
    await arrived()
  })

  it('comes after the text when it has no placeholder', async () => {
    const unplaced = { ...makeFragment(1, [makePrompt()]), content: 'No place.' }
    givenServer(makeFullLesson({ fragments: [unplaced] }))
    await open()
    expect(screen.getByText('No place.')).toBeTruthy()
    await turn('Continue')
    const section = within(screen.getByRole('region', { name: 'Idea 1' }))
    expect(section.getByText('Welcome, neighbors')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Start Practice' })).toBeTruthy()
    await arrived()
  })
})

describe('a finished lesson', () => {
  it('is shown in full, without bottom button and bottom bar, and writes nothing', async () => {
    const { received } = givenServer(plain, makeLessonProgress(plain, 3, { finished: true }))
    await open('?fragment=0')
    expect(titles()).toEqual(['Idea 1', 'Idea 2', 'Idea 3'])
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Close the lesson',
    ])
    expect(screen.getByRole('link', { name: 'Back to the course' })).toBeTruthy()
    expect(setHidden).toHaveBeenLastCalledWith(true)
    await arrived()
    expect(received).toEqual([])
  })

  it('has the whole screen while it is in progress too', async () => {
    givenServer(plain)
    await open()
    expect(setHidden).toHaveBeenLastCalledWith(true)
    await arrived()
  })
})

it('a locked lesson is explained, with a way to the course, and nothing is written', async () => {
  const { received } = givenServer(makeFullLesson({ id: 'l2' }))
  show('', 'l2')
  expect(await screen.findByRole('heading', { name: 'This lesson comes a little later' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the course' }).getAttribute('href')).toBe('/course/course')
  await arrived()
  expect(received).toEqual([])
})

describe('offline', () => {
  it('says that work is not saved yet, and nothing once it is', async () => {
    givenServer(plain)
    await open()
    await arrived()
    offline()
    press('Continue')
    expect(await screen.findByText('Not saved yet. We’ll keep trying.')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Not saved yet. We’ll keep trying.')
    givenServer(plain)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
  })

  it('shows unsent work after a reload', async () => {
    givenServer(plain)
    offline()
    const view = await open()
    press('Continue')
    await screen.findByText('Idea 2')
    // The guard against double taps opens once the new fragment has been rendered.
    await act(async () => {})
    press('Continue')
    await screen.findByText('Idea 3')
    await screen.findByText('Not saved yet. We’ll keep trying.')
    view.unmount()
    givenServer(plain)
    offline()
    await open()
    expect(titles()).toEqual(['Idea 3'])
    givenServer(plain)
    await arrived()
  })

  it("follows another tab's progress when this one is focused again", async () => {
    givenServer(plain)
    const view = await open()
    await arrived()
    await waitFor(() => expect(view.client.isFetching()).toBe(0))
    givenServer(plain, makeLessonProgress(plain, 2))
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await waitFor(() => expect(titles()).toEqual(['Idea 3']))
    await arrived()
  })
})

const languageOf = (element: Element): string | undefined => element.closest<HTMLElement>('[lang]')?.lang

describe("a lesson in a language other than the interface's", () => {
  it("is marked with its own language; buttons and badges keep the interface's", async () => {
    givenServer(makeFullLesson({ fragments: [makeFragment(1, [makePrompt(), makeChoiceQuestion()])] }))
    show('', 'l1', 'tr')
    const title = await screen.findByRole('heading', { level: 1, name: 'A first lesson' })
    const words = [title, ...['Idea 1', 'Text 1.', 'Welcome, neighbors'].map((text) => screen.getByText(text))]
    expect(words.map(languageOf)).toEqual(words.map(() => 'en'))
    expect(languageOf(screen.getByRole('button', { name: 'Start Practice' }))).not.toBe('en')
  })
})

const swipe = (from: number, to: number): void => {
  const card = screen.getByRole('region', { name: /Idea/ })
  fireEvent.touchStart(card, { touches: [{ clientX: from, clientY: 300 }] })
  fireEvent.touchEnd(card, { changedTouches: [{ clientX: to, clientY: 310 }] })
}

describe('moving between cards', () => {
  it.each([
    [
      'the arrow keys',
      () => fireEvent.keyDown(document.body, { key: 'ArrowRight' }),
      () => fireEvent.keyDown(document.body, { key: 'ArrowLeft' }),
    ],
    ['Enter and the button', () => fireEvent.keyDown(document.body, { key: 'Enter' }), () => press('Previous card')],
    ['a swipe', () => swipe(300, 100), () => swipe(100, 300)],
  ])('works with %s', async (_, forward, back) => {
    givenServer(plain)
    await open()
    await act(async () => forward())
    expect(titles()).toEqual(['Idea 2'])
    await act(async () => back())
    expect(titles()).toEqual(['Idea 1'])
    await arrived()
  })

  it('completes nothing twice on the way back to where the learner was', async () => {
    const { received } = givenServer(plain)
    await open()
    await turn('Continue')
    await turn('Previous card')
    await turn('Continue')
    await arrived()
    expect(received.filter(({ body }) => body.completed).map(({ body }) => body.fragmentId)).toEqual(['f1'])
  })

  it('waits at an open question, whatever is pressed or swiped', async () => {
    const lesson = makeFullLesson({ fragments: [makeFragment(1, [makeChoiceQuestion()])] })
    givenServer(lesson)
    await open()
    await turn('Continue')
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    swipe(300, 100)
    expect(screen.getByText('Which one is right?')).toBeTruthy()
    await arrived()
  })

  it('names the place for screen readers', async () => {
    givenServer(plain)
    await open()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('Card 1 of 3')
    await arrived()
  })
})

describe('a finished lesson that was read too fast to count for the certificate', () => {
  afterEach(() => void vi.useRealTimers())

  const read = makeLessonProgress(plain, 3, { finished: true })
  const entries = Object.entries(read.fragmentProgress)
  const skimmed = {
    ...read,
    fragmentProgress: Object.fromEntries(
      entries.map(([index, entry]) => [index, index === '1' ? entry : { ...entry, secondsToCount: 5 }]),
    ),
  }

  it('counts once it has been on screen for as long as its parts need together', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'], shouldAdvanceTime: true })
    const { received } = givenServer(plain, skimmed)
    const sent = () =>
      received.filter(({ body }) => body.completed).map(({ body }) => [body.fragmentId, body.timeSpent])
    show()
    expect(await screen.findByText(/^This lesson went by too fast to count/)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(sent()).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByText('This lesson now counts toward your certificate.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to my certificate' }).getAttribute('href')).toBe(
      '/course/course/certificate',
    )
    await waitFor(() =>
      expect(sent()).toEqual([
        ['f1', 5],
        ['f3', 5],
      ]),
    )
  })

  it('says nothing when everything counts', async () => {
    givenServer(plain, makeLessonProgress(plain, 3, { finished: true }))
    show()
    expect(await screen.findByText('You’ve finished this lesson')).toBeTruthy()
    expect(screen.queryByText(/certificate/)).toBe(null)
  })
})
