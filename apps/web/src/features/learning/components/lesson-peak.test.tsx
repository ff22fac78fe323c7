import { useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { givenCertificates, makeCertificate } from '../../../test-support/make-certificate.ts'
import { makeFullLesson, makeLessonProgress, makeProgressWithLessons } from '../../../test-support/make-lesson.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { lessonMomentKey } from '../../../lib/learning-queries.ts'
import { peakOfToday } from '../../../lib/peak-of-today.ts'
import { momentOf } from '../lesson-moment.ts'
import type { LessonMoment } from '../lesson-moment.ts'
import { LoadLessonPeak } from './load-lesson-peak.tsx'

const lesson = makeFullLesson()
const facts = momentOf({
  lesson,
  progress: makeLessonProgress(lesson, 3),
  course: makeProgressWithLessons(['l1']),
  streakBefore: undefined,
  streak: null,
})

const streak = {
  days: [{ day: '2027-04-01', state: 'learned' as const }],
  today: '2027-04-01',
  count: 7,
  countBefore: 6,
  hasNewFreeze: true,
}

/** A course page to which a finished lesson leads. */
const CoursePage = ({ moment, courseId = 'course' }: { moment: LessonMoment | null; courseId?: string }) => {
  const client = useQueryClient()
  useState(() => client.setQueryData(lessonMomentKey('course'), moment))
  const [visit, setVisit] = useState(1)
  return (
    <>
      <LoadLessonPeak key={visit} courseId={courseId} />
      <button type="button" onClick={() => setVisit(visit + 1)}>
        Visit again
      </button>
    </>
  )
}

const show = async (changes: Partial<LessonMoment> = {}) => {
  if (!facts) throw new Error('The sample lesson is not in the sample course.')
  const view = renderPage(<CoursePage moment={{ ...facts, ...changes }} />)
  return { ...view, peak: within(await screen.findByRole('dialog')) }
}

/** Past the time in which a peak ignores taps. */
const later = (): void => {
  const now = performance.now() + 500
  vi.spyOn(performance, 'now').mockReturnValue(now)
}

describe('the peak after a lesson', () => {
  beforeEach(() => {
    vi.restoreAllMocks()
  })

  it.each(['lesson', 'level', 'course'] as const)("takes the day's full peak of its own kind: %s", async (kind) => {
    peakOfToday.giveBack()
    givenCertificates()
    await show({ kind })
    const left = (['lesson', 'level', 'course'] as const).filter((one) => peakOfToday.take(one))
    expect(left).toEqual(['lesson', 'level', 'course'].filter((one) => one !== kind))
  })

  it('takes the focus to what was finished, and leads to the next lesson', async () => {
    const { peak, address } = await show({ answered: 5, right: 4 })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('You finished “A first lesson”'))
    expect(peak.getByText('What it is about.')).toBeTruthy()
    expect(peak.getByText('5 exercises done, 4 right')).toBeTruthy()
    later()
    fireEvent.click(peak.getByRole('link', { name: /^Next: / }))
    expect(address()).toBe('/course/course/lesson/l2/start')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says nothing about exercises in a lesson without an answer', async () => {
    const { peak } = await show({ answered: 0, right: 0 })
    expect(peak.queryByText(/exercise/)).toBeNull()
  })

  it('counts the day, and names an earned freeze', async () => {
    const { peak } = await show({ streak })
    expect(peak.getByText('7 days in a row')).toBeTruthy()
    expect(peak.getByText('6 days in a row').getAttribute('aria-hidden')).toBe('true')
    expect(peak.getByText(/You earned a streak freeze/)).toBeTruthy()
  })

  it('shows a count that is not new without the one before', async () => {
    const { peak } = await show({ streak: { ...streak, countBefore: 7, hasNewFreeze: false } })
    expect(peak.getAllByText(/in a row/)).toHaveLength(1)
    expect(peak.queryByText(/freeze/)).toBeNull()
  })

  it('offers the certificate after the last lesson of a course', async () => {
    givenCertificates()
    const { peak, address } = await show({ kind: 'course', title: 'A course', takeaway: null, next: null })
    later()
    fireEvent.click(peak.getByRole('link', { name: 'Get my certificate' }))
    expect(address()).toBe('/course/course/certificate')
  })

  it('leads to the certificate if it is issued already', async () => {
    givenCertificates(makeCertificate({ id: 'c7', courseId: 'course' }))
    const { peak, address } = await show({ kind: 'course', title: 'A course', takeaway: null, next: null })
    const see = await peak.findByRole('link', { name: 'See my certificate' })
    expect(peak.queryByRole('link', { name: 'Get my certificate' })).toBeNull()
    later()
    fireEvent.click(see)
    expect(address()).toBe('/certificates/c7')
  })

  it('is closed by "Back to the course", and is gone for good', async () => {
    const { peak } = await show()
    later()
    fireEvent.click(peak.getByRole('button', { name: 'Back to the course' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Visit again' }))
    await act(async () => {})
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('does not appear on another course', async () => {
    renderPage(<CoursePage moment={facts} courseId="another" />)
    await act(async () => {})
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
