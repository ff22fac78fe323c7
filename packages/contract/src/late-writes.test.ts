import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { errorTable } from './errors.ts'
import { type LateEndpoint, lateRefusals, refusalOf } from './late-writes.ts'

const late: Record<LateEndpoint, true> = {
  startLesson: true,
  updateCourseProgress: true,
  reportFragment: true,
  submitPractice: true,
  evaluatePrompt: true,
  finishLesson: true,
  answerReview: true,
  answerExerciseReview: true,
  answerPromptReview: true,
  finishMission: true,
}

describe('a refused write of something that already happened', () => {
  it.each(Object.keys(late) as LateEndpoint[])('has a decision for every error of %s', (name) => {
    const errors: readonly string[] = endpoints[name].errors
    expect(errors.filter((code) => !Object.hasOwn(lateRefusals, code))).toEqual([])
  })

  it.each(Object.entries(lateRefusals))('is by %s: %s, whatever the status', (code, refusal) => {
    expect(refusalOf(errorTable[code as keyof typeof lateRefusals].status, code)).toBe(refusal)
  })

  it('is dropped only because what it is about is gone', () => {
    const dropped = Object.entries(lateRefusals).filter(([, refusal]) => refusal === 'drop')
    expect(dropped.map(([code]) => errorTable[code as keyof typeof lateRefusals].status)).toEqual([404, 404, 404])
  })

  it.each([
    [409, 'an_error_of_next_year', 'ask'],
    [500, 'an_error_of_next_year', 'failing'],
    [403, null, 'failing'],
    [401, null, 'failing'],
    [404, null, 'failing'],
    [502, null, 'later'],
    [504, null, 'later'],
    [429, null, 'later'],
  ])('answered with %i and the unknown error %s is: %s', (status, code, refusal) => {
    expect(refusalOf(status, code)).toBe(refusal)
  })
})
