import { describe, expect, it } from 'vitest'
import { makeFullLesson, makeLessonProgress, makeChoiceQuestion } from '../../test-support/make-lesson.ts'
import { completedFragments, fragmentWrite, overlayWrites, practiceWrite } from './learner-writes.ts'

const lesson = makeFullLesson()
const fresh = makeLessonProgress(lesson, 0)
const completed = (fragment: number, seconds = 12) => fragmentWrite('u1', lesson, fragment, seconds)
const answered = (answer: string, isCorrect: boolean) =>
  practiceWrite('u1', lesson, 1, makeChoiceQuestion(), { answer, isCorrect })

describe('progress with unsent writes', () => {
  it('counts unsent fragments as completed', () => {
    const progress = overlayWrites(fresh, [completed(0), completed(1)])
    expect(completedFragments(lesson, progress)).toEqual([true, true, false])
    expect(progress.fragmentProgress['0']?.timeSpent).toBe(12)
  })

  it.each([
    [4, 5],
    [5, 0],
  ])('counts a fragment read for %s of 5 seconds correctly', (seconds, left) => {
    const progress = overlayWrites(fresh, [completed(0, seconds)])
    expect(progress.fragmentProgress['0']?.secondsToCount).toBe(left)
    expect(overlayWrites(fresh, [fragmentWrite('u1', lesson, 0, null)]).fragmentProgress['0']?.secondsToCount).toBe(5)
  })

  it('never goes back: a late start changes neither a completed fragment nor its time', () => {
    const progress = overlayWrites(makeLessonProgress(lesson, 1), [fragmentWrite('u1', lesson, 0, null)])
    expect(progress.fragmentProgress['0']).toMatchObject({ completed: true, timeSpent: 30 })
  })

  it('contains unsent answers', () => {
    const progress = overlayWrites(fresh, [answered('a', false)])
    expect(progress.fragmentProgress['1']?.practiceResults).toEqual([
      { practiceId: 'quiz', answer: 'a', isCorrect: false },
    ])
  })

  it.each([
    ['a skip never replaces an answer', 'SKIPPED', false, 'b'],
    ['a wrong answer never replaces a right one', 'a', false, 'b'],
  ])('%s', (_, answer, isCorrect, kept) => {
    const progress = overlayWrites(fresh, [answered('b', true), answered(answer, isCorrect)])
    expect(progress.fragmentProgress['1']?.practiceResults).toMatchObject([{ answer: kept, isCorrect: true }])
  })

  it('is the same when a write is applied twice', () => {
    const writes = [completed(0), answered('b', true)]
    expect(overlayWrites(fresh, [...writes, ...writes])).toEqual(overlayWrites(fresh, writes))
  })

  it('matches fragments by id, in case the lesson has gained an earlier one', () => {
    const moved = {
      ...fresh,
      fragmentProgress: {
        '0': { fragmentId: 'new', completed: false, timeSpent: 0, secondsToCount: 5, practiceResults: [] },
        '1': { fragmentId: 'f1', completed: false, timeSpent: 0, secondsToCount: 5, practiceResults: [] },
      },
    }
    const progress = overlayWrites(moved, [completed(0)])
    expect(progress.fragmentProgress['0']?.completed).toBe(false)
    expect(progress.fragmentProgress['1']?.completed).toBe(true)
  })

  it('ignores writes of other lessons and of other kinds', () => {
    const other = fragmentWrite('u1', makeFullLesson({ id: 'l2' }), 0, 5)
    expect(overlayWrites(fresh, [other, { path: '/api/feedback', body: { lessonId: 'l1' } }])).toBe(fresh)
  })
})

describe('a write', () => {
  it('for a started fragment has completed false, 0 percent and 0 time', () => {
    expect(fragmentWrite('u1', lesson, 2, null)).toEqual({
      kind: 'fragment',
      path: '/api/user-course-progress/fragment/u1/l1/2',
      body: {
        courseId: 'course',
        chapterId: 'c1',
        lessonId: 'l1',
        fragmentId: 'f3',
        fragmentIndex: 2,
        completed: false,
        progressPercentage: 0,
        timeSpent: 0,
      },
    })
  })

  it('for a completed fragment has 100 percent and the seconds', () => {
    expect(fragmentWrite('u1', lesson, 0, 0).body).toMatchObject({
      completed: true,
      progressPercentage: 100,
      timeSpent: 0,
    })
    expect(fragmentWrite('u1', lesson, 0, 41).body).toMatchObject({ completed: true, timeSpent: 41 })
  })

  it('for a practice has all fields of the call', () => {
    expect(answered('b', true)).toEqual({
      kind: 'practice',
      path: '/api/user-course-progress/submit-practice/u1/l1/1',
      body: {
        practiceId: 'quiz',
        practiceType: 'SINGLE_CHOICE_TEST',
        answer: 'b',
        isCorrect: true,
        completed: true,
        courseId: 'course',
        fragmentId: 'f2',
        fragmentIndex: 1,
        lessonId: 'l1',
      },
    })
  })
})
