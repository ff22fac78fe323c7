import type { Streak } from '@kitewise/contract/entities'
import { describe, expect, it } from 'vitest'
import {
  makeFragment,
  makeChoiceQuestion,
  makeFullLesson,
  makeLessonProgress,
  makePrompt,
  makeProgressWithLessons,
} from '../../test-support/make-lesson.ts'
import { momentOf } from './lesson-moment.ts'

const lesson = makeFullLesson()
const course = makeProgressWithLessons(['l1'])
const streak: Streak = {
  current: 3,
  longest: 3,
  isTodayLearned: true,
  minutesToday: 5,
  freezes: 1,
  daysToFreeze: 4,
  today: '2027-04-01',
  strip: [{ day: '2027-04-01', state: 'learned' }],
}
const done = { lesson, progress: makeLessonProgress(lesson, 3), course, streakBefore: undefined, streak: null }

describe('the moment after a lesson', () => {
  it('names the lesson, its sentence, its knot and the next lesson', () => {
    expect(momentOf(done)).toMatchObject({
      kind: 'lesson',
      title: 'A first lesson',
      takeaway: 'What it is about.',
      at: 0,
      next: { id: 'l2' },
    })
  })

  it('is one of a level when all its lessons are done, and one of the course when the course is', () => {
    const [level] = course.chapters
    const finishedLessons = level?.lessons.map(({ id }) => id) ?? []
    const levelDone = { ...course, progressInfo: { ...course.progressInfo, finishedLessons } }
    expect(momentOf({ ...done, course: levelDone })).toMatchObject({
      kind: 'level',
      title: 'First level',
      takeaway: null,
    })
    expect(momentOf({ ...done, course: { ...levelDone, status: 'completed' } })).toMatchObject({
      kind: 'course',
      title: 'A course',
    })
  })

  it('counts what was answered, and not what was skipped', () => {
    const practiced = makeFullLesson({
      fragments: [
        makeFragment(1, [makeChoiceQuestion()]),
        makeFragment(2, [makePrompt()]),
        makeFragment(3, [makeChoiceQuestion({ id: 'other' })]),
      ],
    })
    const results = [
      { practiceId: 'quiz', answer: 'a', isCorrect: false },
      { practiceId: 'prompt', answer: 'A prompt', isCorrect: true },
      { practiceId: 'other', answer: 'SKIPPED', isCorrect: false },
    ]
    const progress = makeLessonProgress(practiced, 3, { results })
    expect(momentOf({ ...done, lesson: practiced, progress })).toMatchObject({ answered: 2, right: 1 })
  })

  it('says that a freeze is new only when the number before is known', () => {
    const before = { ...streak, current: 2, freezes: 0, isTodayLearned: false }
    expect(momentOf({ ...done, streak, streakBefore: before })?.streak).toMatchObject({
      count: 3,
      countBefore: 2,
      hasNewFreeze: true,
    })
    expect(momentOf({ ...done, streak })?.streak).toMatchObject({ countBefore: null, hasNewFreeze: false })
  })

  it('says nothing about a streak to which today does not belong', () => {
    expect(momentOf({ ...done, streak: { ...streak, isTodayLearned: false } })?.streak).toBeNull()
  })

  it('is none for a lesson that the course no longer lists', () => {
    expect(momentOf({ ...done, lesson: makeFullLesson({ id: 'gone' }) })).toBeNull()
  })
})
