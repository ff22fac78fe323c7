import { describe, expect, it } from 'vitest'
import { finishWrite, fragmentWrite, practiceWrite, startWrites } from '../../features/learning/learner-writes.ts'
import { makeChoiceQuestion, makeFragment, makeFullLesson } from '../../test-support/make-lesson.ts'
import { laneOf } from './lane.ts'

const fragment = makeFragment(1, [makeChoiceQuestion()])
const lesson = makeFullLesson({ fragments: [fragment] })

describe('the lane of a write', () => {
  it('is its course, for everything that a lesson writes', () => {
    const [practice] = fragment.practices
    if (!practice) throw new Error('the fragment has no practice')
    const answered = { answer: 'a', isCorrect: true }
    const writes = [
      ...startWrites('u', lesson),
      fragmentWrite('u', lesson, 0, null),
      practiceWrite('u', lesson, 0, practice, answered),
      finishWrite('u', lesson),
    ]
    expect(new Set(writes.map(laneOf))).toEqual(new Set([lesson.course.id]))
  })

  it.each([
    ['a prompt of a lesson, with its course', '/api/openai/evaluate-prompt', { lessonId: 'ai-zero.l02' }, 'ai-zero'],
    ['a review, its practice', '/api/product-user/review/answer', { practiceId: 'p', turn: 1 }, 'review p'],
    [
      'a mission, its own',
      '/api/product-user/month-plan/1/mission/gift',
      { note: '' },
      '/api/product-user/month-plan/1/mission/gift',
    ],
  ])('is for %s', (_, path, body, lane) => {
    expect(laneOf({ path, body })).toBe(lane)
  })
})
