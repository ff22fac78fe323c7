import { describe, expect, it } from 'vitest'
import { formatChoices, gradeExercise, parseChoices } from './exercises.ts'

const slots = {
  a: { options: ['green', 'red'], correct: 'green' },
  b: { options: ['green', 'red'], correct: 'red' },
}

describe('light exercises', () => {
  it('an exercise is right when every slot has its right choice, in any order', () => {
    expect(gradeExercise(slots, 'a:green b:red')).toBe(true)
    expect(gradeExercise(slots, 'b:red a:green')).toBe(true)
  })

  it('an exercise is wrong when one slot has another choice', () => {
    expect(gradeExercise(slots, 'a:green b:green')).toBe(false)
  })

  it.each(['', 'a:green', 'a:green b:blue', 'a:green b:red c:red', 'green red', 'a:green b:red constructor:x'])(
    'refuses "%s", which does not fill exactly its slots',
    (answer) => {
      expect(gradeExercise(slots, answer)).toBeNull()
    },
  )

  it('ignores half a pair', () => {
    expect(parseChoices('a:green b: :red c')).toEqual({ a: 'green' })
  })

  it('reads back the choices that it wrote', () => {
    const choices = { better: 'b', because: 'r2' }
    expect(parseChoices(formatChoices(choices))).toEqual(choices)
  })
})
