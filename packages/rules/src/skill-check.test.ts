import { expect, it } from 'vitest'
import { openSkillForm, type SkillForm } from './skill-check.ts'

it.each<[number, SkillForm[], SkillForm | null]>([
  [0, [], 'a'],
  [1, [], null],
  [12, [], null],
  [0, ['a'], null],
  [11, ['a'], null],
  [12, ['a'], 'b'],
  [12, ['a', 'b'], null],
])('with %i of 12 lessons finished and %j taken, the open form is %j', (lessonsFinished, taken, form) => {
  expect(openSkillForm({ lessonsFinished, totalLessons: 12 }, taken)).toBe(form)
})
