import { describe, expect, it } from 'vitest'
import { makeFullLesson, makeLessonProgress, makeProgressWithLessons } from '../../test-support/make-lesson.ts'
import { savingText } from './components/lesson-actions.tsx'
import { catchUp, openingFragment, viewOf } from './lesson-walk.ts'
import { isLessonLocked } from './use-lesson-data.ts'

const lesson = makeFullLesson()
const skipped = { practiceId: 'quiz', answer: 'SKIPPED', isCorrect: false }

describe('a lesson opens', () => {
  it.each([
    ['at the first fragment when nothing is done', 0, false, null, 0],
    ['after the completed ones', 2, false, null, 2],
    ['at the fragment the address names', 2, false, '1', 1],
    ['after the completed ones when the address names an unknown fragment', 1, false, '3', 1],
    ['in full when it is finished, whatever the address says', 3, true, '0', 2],
  ])('%s', (_, completed, finished, query, expected) => {
    expect(openingFragment(lesson, makeLessonProgress(lesson, completed, { finished }), query)).toBe(expected)
  })
})

describe('the view of a lesson', () => {
  it('fills the bar by completed and revealed fragments', () => {
    expect(viewOf(lesson, makeLessonProgress(lesson, 1), 1).percent).toBeCloseTo(66.67)
    expect(viewOf(lesson, makeLessonProgress(lesson, 3, { finished: true }), 0).percent).toBe(100)
  })

  it('shows a finished lesson in full', () => {
    expect(viewOf(lesson, makeLessonProgress(lesson, 3, { finished: true }), 0)).toMatchObject({
      isFinished: true,
      current: 2,
    })
  })

  it('offers to skip a required practice until it is answered or skipped', () => {
    expect(viewOf(lesson, makeLessonProgress(lesson, 1), 1).button).toBe('skip_practice')
    expect(viewOf(lesson, makeLessonProgress(lesson, 1, { results: [skipped] }), 1).button).toBe('continue')
  })

  it('stays inside a lesson that has become shorter', () => {
    expect(viewOf(lesson, makeLessonProgress(lesson, 0), 7).current).toBe(2)
  })
})

describe('when another tab makes progress', () => {
  it.each([
    ['this one catches up past the fragment completed there', 1, [true, false, false], [true, true, false], 2],
    ['this one stays while its own fragment is open', 2, [true, false, false], [true, true, false], 2],
    ['this one stays when nothing is new', 0, [true, false], [true, false], 0],
    ['this one stays at a linked fragment before completed ones', 0, [true, true, false], [true, true, false], 0],
  ])('%s', (_, current, before, after, expected) => {
    expect(catchUp(current, before, after)).toBe(expected)
  })
})

describe('a lesson is locked', () => {
  it.each([
    ['when the previous one is not finished', 'l2', true],
    ['never when it is the first', 'l1', false],
  ])('%s', (_, lessonId, expected) => {
    expect(isLessonLocked(makeProgressWithLessons([]), lessonId)).toBe(expected)
  })

  it('never when the course progress is unknown', () => {
    expect(isLessonLocked(undefined, 'l2')).toBe(false)
  })
})

describe('the line about saving shows', () => {
  it.each([
    ['nothing before the first write', 0, 'idle', false, null],
    ['"saved" when everything has arrived', 0, 'idle', true, 'saved'],
    ['"saving" while something is on its way', 1, 'sending', true, 'saving'],
    ['"saving" right after a write', 1, 'idle', true, 'saving'],
    ['"not saved yet" while it waits for a retry', 2, 'waiting', true, 'notSaved'],
  ] as const)('%s', (_, pending, activity, hasWritten, expected) => {
    expect(savingText({ pending, activity }, hasWritten)).toBe(expected)
  })
})
