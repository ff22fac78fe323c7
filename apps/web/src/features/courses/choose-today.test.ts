import { describe, expect, it } from 'vitest'
import { makeCourse, makeProgress } from '../../test-support/make-course.ts'
import { viewOfToday } from '../../lib/first-view.ts'
import { chooseToday, viewOfStep } from './choose-today.ts'
import { type ShownProgress, unknownProgress } from './course-progress.ts'

const entry = (id: string, progress: ShownProgress = makeProgress([])) => ({ course: makeCourse({ id }), progress })

describe('what the dashboard offers', () => {
  it('starts with the first lesson of the first course for a new learner', () => {
    const { next, begun, recommended } = chooseToday([entry('a'), entry('b')])
    expect(next).toMatchObject({ kind: 'first', lessonTitle: 'Lesson l1', path: '/course/a/lesson/l1/start' })
    expect(begun).toEqual([])
    expect(recommended?.course.id).toBe('b')
  })

  it('continues the lesson in progress where it was left', () => {
    const { next } = chooseToday([
      entry('a', makeProgress(['l1'])),
      entry('b', makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 2 })),
    ])
    expect(next).toMatchObject({ kind: 'current', path: '/course/b/lesson/l2/learn?fragment=2' })
  })

  it('prefers the next lesson of a started course to a new course', () => {
    const { next, recommended } = chooseToday([entry('new'), entry('begun', makeProgress(['l1', 'l2']))])
    expect(next).toMatchObject({ kind: 'next', lessonTitle: 'Lesson l3' })
    expect(recommended?.course.id).toBe('new')
  })

  it('offers a new course when the started ones are finished, and recommends no other', () => {
    const { next, recommended } = chooseToday([entry('done', makeProgress(['l1', 'l2', 'l3', 'l4'])), entry('new')])
    expect(next).toMatchObject({ kind: 'newCourse', path: '/course/new/lesson/l1/start' })
    expect(recommended).toBeNull()
  })

  it.each([
    ['a new learner', [makeProgress([]), makeProgress([])], null],
    [
      'the course of the quiz',
      [makeProgress(['l1', 'l2', 'l3', 'l4']), makeProgress([]), makeProgress([])],
      'course 2',
    ],
    ['a lesson in progress', [makeProgress(['l1']), makeProgress(['l1'], { lesson: 'l2', fragmentIndex: 2 })], null],
    ['a begun course', [makeProgress([]), makeProgress(['l1', 'l2'])], null],
    ['nothing left', [makeProgress(['l1', 'l2', 'l3', 'l4'])], null],
  ])('is what the drawn frame shows before: %s', (_, progress, recommended) => {
    const entries = progress.map((one, index) => entry(`course ${index}`, one))
    // As on the screen, the course of the quiz comes second.
    const [first, ...others] = entries
    const shown = first ? [first, ...others.sort((a) => (a.course.id === recommended ? -1 : 0))] : []
    const courses = progress.map((_one, index) => makeCourse({ id: `course ${index}` }))
    const known = progress.map((one, index) => ({ ...one, courseId: `course ${index}` }))
    expect(viewOfToday(courses, known, recommended)).toEqual(viewOfStep(chooseToday(shown).next))
  })

  it('has nothing left when everything is finished', () => {
    expect(chooseToday([entry('done', makeProgress(['l1', 'l2', 'l3', 'l4']))]).next).toBeNull()
  })

  it("offers no new lesson while a course's progress is unknown, except one already in progress", () => {
    const uncertain = [entry('a', unknownProgress), entry('b', makeProgress(['l1']))]
    expect(chooseToday(uncertain)).toMatchObject({ next: null, recommended: null, begun: [{ course: { id: 'b' } }] })
    const current = entry('c', makeProgress([], { lesson: 'l1', fragmentIndex: 1 }))
    expect(chooseToday([...uncertain, current]).next).toMatchObject({ kind: 'current', course: { id: 'c' } })
  })
})
