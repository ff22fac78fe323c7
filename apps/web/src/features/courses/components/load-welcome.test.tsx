import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { givenStreak } from '../../../test-support/make-streak.ts'
import { makeCourse } from '../../../test-support/make-course.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import type { NextStep } from '../choose-today.ts'
import { unknownProgress } from '../course-progress.ts'
import { LoadWelcome } from './load-welcome.tsx'

const next: NextStep = {
  course: makeCourse(),
  progress: unknownProgress,
  lessonTitle: 'Lesson l3',
  lessonImage: '/covers/l3.svg',
  minutes: 5,
  path: '/course/course/lesson/l3/start',
  kind: 'next',
}
const lastVisit = (): string | null => localStorage.getItem('last_visit')
const show = (finishedLessons = 4) => renderPage(<LoadWelcome next={next} finishedLessons={finishedLessons} />)
const greeting = () => screen.queryByRole('heading', { name: 'Good to see you' })

const strip = (...before: ('learned' | 'missed' | 'frozen')[]) => [
  ...before.map((state, index) => ({ day: ['2040-05-09', '2040-05-10', '2040-05-11'][index] ?? '', state })),
  { day: '2040-05-12', state: 'today' as const },
]
const away = strip('missed', 'missed', 'missed')

describe('a visit to the dashboard', () => {
  beforeEach(() => localStorage.removeItem('last_visit'))
  afterEach(() => void vi.restoreAllMocks())

  it('after three days without learning names what is kept and one lesson, and closes', async () => {
    givenStreak({ strip: away })
    const { user } = show()
    expect(await screen.findByRole('heading', { name: 'Good to see you' })).toBeTruthy()
    expect(screen.getByText('You’ve finished 4 lessons, and they’re still yours.')).toBeTruthy()
    expect(screen.getByText('Next: Lesson l3, 5 minutes')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go on learning' }).getAttribute('href')).toBe(next.path)
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 500)
    await user.click(screen.getByRole('button', { name: 'Look around first' }))
    expect(greeting()).toBeNull()
  })

  it.each([
    ['a day was learned since', { strip: strip('missed', 'missed', 'learned') }, null, 4],
    ['something was learned today', { strip: away, isTodayLearned: true }, null, 4],
    ['nothing was ever learned', { strip: away, longest: 0 }, null, 4],
    ['the learner was here yesterday', { strip: away }, '2040-05-11', 4],
    ['no lesson is finished', { strip: away }, null, 0],
  ])('shows no greeting when %s', async (_, streak, visit, finished) => {
    if (visit !== null) localStorage.setItem('last_visit', visit)
    givenStreak(streak)
    show(finished)
    await waitFor(() => expect(lastVisit()).toBe('2040-05-12'))
    expect(greeting()).toBeNull()
  })

  it('greets once for each return', async () => {
    givenStreak({ strip: away })
    const first = show()
    await screen.findByRole('heading', { name: 'Good to see you' })
    first.unmount()
    givenStreak({ strip: away })
    show()
    await waitFor(() => expect(lastVisit()).toBe('2040-05-12'))
    expect(greeting()).toBeNull()
  })
})
