import { join } from 'node:path'
import { lessonAnswer } from '@kitewise/content/answers'
import { loadContent } from '@kitewise/content/load-content'
import type { Lesson, Practice } from '@kitewise/contract/entities'
import { formatChoices } from '@kitewise/rules/exercises'
import { type PracticeAnswer, skippedAnswer } from '@kitewise/rules/practice'
import { describe, expect, it } from 'vitest'
import { packState, unpackState } from './compact-state.ts'
import { isScored, type LearnerState, type LessonState } from './learner-state.ts'

const catalog = loadContent(join(import.meta.dirname, '../../../../content'))

const lessonsOf = (courseId: string, language = 'en'): Lesson[] =>
  (catalog.findCourse(courseId)?.lessons ?? []).flatMap(({ id }) => {
    const found = catalog.findLesson(id)
    return found ? [lessonAnswer(found, language)] : []
  })

/** @param pick chooses among the options of each part of an answer */
const answerTo = (
  practice: Practice,
  pick: <Option>(options: readonly Option[]) => Option | undefined,
): PracticeAnswer => {
  const { exercise, singleChoiceTest } = practice
  if (exercise) {
    const slots = Object.entries(exercise.slots)
    const choices = slots.map(([slot, { options }]) => [slot, pick(options) ?? ''] as const)
    const isCorrect = choices.every(([slot, choice]) => exercise.slots[slot]?.correct === choice)
    return { answer: formatChoices(Object.fromEntries(choices)), isCorrect }
  }
  if (!singleChoiceTest) return { answer: '', isCorrect: true }
  const option = pick(singleChoiceTest.options)
  return { answer: option?.id ?? '', isCorrect: option?.isCorrect ?? false }
}

const allAnswered = (lessons: readonly Lesson[], pick: Parameters<typeof answerTo>[1]): LearnerState => ({
  language: 'pt',
  lesson: lessons.at(-1)?.id ?? null,
  lessons: Object.fromEntries(
    lessons.map((lesson): [string, LessonState] => {
      const practices = lesson.fragments.flatMap((fragment) => fragment.practices)
      const answers = Object.fromEntries(practices.map((practice) => [practice.id, answerTo(practice, pick)]))
      const won = new Set(practices.filter(isScored).map(({ id }) => id))
      return [lesson.id, { place: { fragment: lesson.fragments.length - 1, card: 5 }, isFinished: true, answers, won }]
    }),
  ),
})

const last = <Option>(options: readonly Option[]): Option | undefined => options.at(-1)
const first = <Option>(options: readonly Option[]): Option | undefined => options[0]

describe.each(catalog.courses.map(({ id }) => id))('%s', (courseId) => {
  const lessons = lessonsOf(courseId)

  it('fits into an LMS with everything answered', () => {
    const packed = packState(allAnswered(lessons, last), lessons)
    expect(packed.length).toBeLessThan(2_000)
    expect(packed).toMatch(/^2(\.[\w-]+)+$/)
  })

  it.each([
    ['first', first],
    ['last', last],
  ])('is read back as it was, with the %s choice everywhere', (_, pick) => {
    const state = allAnswered(lessons, pick)
    expect(unpackState(packState(state, lessons), lessons)).toEqual(state)
  })

  it('means the same in another language', () => {
    const state = allAnswered(lessons, last)
    expect(unpackState(packState(state, lessonsOf(courseId, 'ja')), lessons)).toEqual(state)
  })
})

const lessons = lessonsOf('ai-zero')
const [one, two] = lessons

it('keeps a place, a skip, a failed prompt and what was won before a repetition', () => {
  if (!one) throw new Error('no lesson')
  const practices = one.fragments.flatMap((fragment) => fragment.practices)
  const prompt = practices.find(({ promptCreation }) => promptCreation)?.id ?? ''
  const question = practices.find(({ singleChoiceTest }) => singleChoiceTest)?.id
  const answers = {
    [prompt]: { answer: '', isCorrect: false },
    ...(question !== undefined && { [question]: { answer: skippedAnswer, isCorrect: false } }),
  }
  const own = { place: { fragment: 2, card: 1 }, isFinished: false, answers, won: new Set([prompt]) }
  const state: LearnerState = { language: 'ua', lesson: null, lessons: { [one.id]: own } }
  expect(unpackState(packState(state, lessons), lessons)).toEqual(state)
})

it('starts only the changed lessons of a newer package again', () => {
  const changed = lessons.map((lesson) =>
    lesson === one ? { ...lesson, fragments: lesson.fragments.slice(1) } : lesson,
  )
  const added = [{ ...changed[1], id: 'ai-zero.l99' } as Lesson, ...changed]
  const state = allAnswered(lessons, last)
  const read = unpackState(packState(state, lessons), added)
  expect(Object.keys(read?.lessons ?? {})).toEqual(lessons.slice(1).map(({ id }) => id))
  expect(read?.lessons[two?.id ?? '']).toEqual(state.lessons[two?.id ?? ''])
})

it.each([
  '',
  'not ours',
  '2',
  '2.',
  '2.AAAA.AAAAAAAA',
  'AQ==',
  btoa('\u0002\u0000\u0000\u0000'),
  btoa('\u0001\u00FF\u0000\u0000'),
])('does not read %j', (text) => {
  expect(unpackState(text, lessons)).toBe(null)
})

it('reads what is whole of a text that was cut off', () => {
  const state = allAnswered(lessons, last)
  const packed = packState(state, lessons)
  const read = unpackState(packed.slice(0, packed.length / 2), lessons)
  const whole = Object.keys(read?.lessons ?? {})
  expect(whole.length).toBeGreaterThan(3)
  for (const id of whole) expect(read?.lessons[id]).toEqual(state.lessons[id])
})

it('loses at most one lesson, or the language, to any damaged sign, and makes nothing up', () => {
  const state = allAnswered(lessons, last)
  const packed = packState(state, lessons)
  for (let at = 2; at < packed.length; at += 1)
    for (const damage of ['A', ' ', '%', '']) {
      if (packed[at] === '.' || packed[at] === damage) continue
      const read = unpackState(`${packed.slice(0, at)}${damage}${packed.slice(at + 1)}`, lessons)
      const left = Object.entries(read?.lessons ?? {})
      expect(left.length).toBeGreaterThanOrEqual(lessons.length - 1)
      for (const [id, own] of left) expect(own).toEqual(state.lessons[id])
    }
})

/** Four lessons of two questions each. */
const smallCourse = (name: string): Lesson[] => {
  const options = ['a', 'b', 'c'].map((id) => ({ id, isCorrect: id === 'c' }))
  const lesson = (id: string) => ({
    id,
    fragments: [{ practices: [0, 1].map((index) => ({ id: `${id}.p${index}`, singleChoiceTest: { options } })) }],
  })
  // Only what is packed.
  return [0, 1, 2, 3].map((index) => lesson(`${name}.l${index}`)) as unknown as Lesson[]
}

describe.each([
  ['n', 'AQep4IfQA4AsgP+kA4AsgJD3A4AsgKngA4AsgA=='],
  ['r', 'AQdVPxu9A4AsgDLyA4AsgLCfA4AsgFU/A4AsgA=='],
])('a state of the first version (%s) is read', (name, packed) => {
  it.each([
    ['as it was', (text: string) => text],
    ['with a blank for each plus', (text: string) => text.replaceAll('+', ' ')],
    ['escaped', encodeURIComponent],
    ['without padding', (text: string) => text.replace(/=+$/, '')],
    ['in lines', (text: string) => text.replace(/.{20}/g, '$&\r\n')],
  ])('%s', (_, change) => {
    const few = smallCourse(name)
    expect(unpackState(change(packed), few)).toEqual(allAnswered(few, last))
  })
})
