import { describe, expect, it } from 'vitest'
import * as entities from './entities.ts'

/** Fields that must stay (docs/product.md R123); there may be more. */
const fieldsOfTheSpec: [string, { shape: object }, string[]][] = [
  ['user', entities.user, ['id', 'email', 'username', 'isPinSetUp', 'lang']],
  ['subscription', entities.subscription, ['id', 'status', 'cancel_at_period_end', 'current_period_end', 'items']],
  ['course', entities.course, ['id', 'title', 'description', 'level', 'featuredImage', 'chapters', 'progressMessages']],
  ['course image', entities.courseImage, ['url', 'formats']],
  ['course image formats', entities.courseImage.shape.formats, ['medium', 'small']],
  ['chapter', entities.chapter, ['id', 'title', 'lessons']],
  ['progress message', entities.progressMessage, ['id', 'title', 'description', 'percentProgress']],
  ['lesson', entities.lesson, ['id', 'title', 'content', 'image', 'fragments', 'chapter']],
  ['lesson image', entities.lessonImage, ['formats', 'url', 'alternativeText']],
  ['lesson image formats', entities.lessonImage.shape.formats, ['small', 'thumbnail']],
  ['chapter of a lesson', entities.lesson.shape.chapter, ['id']],
  ['fragment', entities.fragment, ['id', 'title', 'content', 'practices']],
  ['practice', entities.practice, ['id', 'practiceType', 'isRequired', 'promptCreation', 'singleChoiceTest']],
  ['prompt creation', entities.promptCreation, ['title', 'description', 'fullDescription', 'tip']],
  [
    'single choice test',
    entities.singleChoiceTest,
    ['question', 'hint', 'options', 'correctChoiceMessage', 'wrongChoiceMessage'],
  ],
  ['option', entities.option, ['id', 'text', 'isCorrect']],
  ['course progress', entities.courseProgress, ['progressInfo', 'totalLessons', 'lessonsCompleted', 'thumbnail']],
  [
    'progress info',
    entities.courseProgress.shape.progressInfo,
    ['finishedLessons', 'startedLessons', 'lesson', 'fragmentIndex'],
  ],
  ['lesson progress', entities.lessonProgress, ['fragmentProgress']],
  [
    'entry of the fragment progress',
    entities.lessonProgress.shape.fragmentProgress.valueType,
    ['fragmentId', 'completed', 'practiceResults'],
  ],
  ['practice result', entities.practiceResult, ['practiceId', 'answer']],
  ['evaluation', entities.evaluation, ['score', 'comment', 'recommendedPrompt']],
  ['locale', entities.locale, ['code', 'name']],
]

describe('fields used by other clients', () => {
  it.each(fieldsOfTheSpec)('exist in a %s', (_, { shape }, fields) => {
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields))
  })
})

describe('values used by other clients', () => {
  const price = entities.subscription.shape.items.shape.data.element.shape.price
  it.each([
    ['course status', entities.courseStatuses, ['not_started', 'in_progress', 'completed']],
    ['level', entities.levels, ['beginner', 'intermediate', 'advanced']],
    ['plan interval', price.shape.recurring.shape.interval.options, ['day', 'week', 'month', 'year']],
  ])('are the only ones for a %s', (_, values, words) => {
    expect(values).toEqual(words)
  })

  it('are the first two practice types; later types only come after them', () => {
    expect(entities.practiceTypes.slice(0, 2)).toEqual(['PROMPT_CREATION', 'SINGLE_CHOICE_TEST'])
  })
})

it('a price has minor units, a currency and an interval', () => {
  const price = entities.subscription.shape.items.shape.data.element.shape.price
  const parse = (changes: object) =>
    price.safeParse({
      unit_amount: 2999,
      currency: 'usd',
      recurring: { interval: 'week', interval_count: 12 },
      ...changes,
    }).success
  expect(parse({})).toBe(true)
  expect(parse({ unit_amount: 29.99 })).toBe(false)
  expect(parse({ currency: undefined })).toBe(false)
  expect(parse({ recurring: { interval: 'fortnight', interval_count: 1 } })).toBe(false)
})

it('a score is text with one whole number from 0 to 5', () => {
  const { score } = entities.evaluation.shape
  const taken = ['0', '5', '6', '4.5', '', 4].filter((value) => score.safeParse(value).success)
  expect(taken).toEqual(['0', '5'])
})
