import { describe, expect, it } from 'vitest'
import {
  makeChoiceQuestion,
  makeFragment,
  makeFullLesson,
  makeLessonProgress,
  makeProgressWithLessons,
  makePrompt,
} from '../../test-support/make-lesson.ts'
import { lessonCards, openingCard } from './lesson-cards.ts'
import { cardButton, catchUp, openingFragment, viewOf } from './lesson-walk.ts'
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

  it('stays inside a lesson that has become shorter', () => {
    expect(viewOf(lesson, makeLessonProgress(lesson, 0), 7).current).toBe(2)
  })
})

const cards = lessonCards(lesson)

describe('the cards of a lesson', () => {
  it('split a fragment at its lines, and give a question a card of its own', () => {
    expect(cards.map(({ fragment, position, text, number }) => [fragment, position, text, number])).toEqual([
      [0, 0, 'Text 1.', null],
      [1, 0, 'Text 2.', null],
      [1, 1, '', 1],
      [1, 2, 'After the practice.', null],
      [2, 0, 'Text 3.', null],
    ])
    const content = 'One.\n\n---\n\nTwo.'
    expect(lessonCards({ fragments: [{ ...makeFragment(1), content }] }).map(({ text }) => text)).toEqual([
      'One.',
      'Two.',
    ])
  })

  it('keep a prompt task with the words that lead to it', () => {
    const fragments = [{ ...makeFragment(1, [makePrompt()]), content: 'Your turn.\n\n[PRACTICE_1]' }]
    expect(lessonCards({ fragments })).toMatchObject([{ text: 'Your turn.', number: 1, isLastOfFragment: true }])
  })

  it('show a practice without a placeholder last, and one that is missing at its place', () => {
    const content = 'Text.\n\n[PRACTICE_2]'
    const fragments = [{ ...makeFragment(1, [makeChoiceQuestion()]), content }]
    expect(lessonCards({ fragments }).map(({ number, practice }) => [number, practice?.id])).toEqual([
      [null, undefined],
      [2, undefined],
      [1, 'quiz'],
    ])
  })

  it.each([
    ['at its first card', [], 1],
    ['after the practice that is done', ['quiz'], 3],
  ])('open a fragment %s', (_, done, expected) => {
    expect(openingCard(cards, 1, new Set(done))).toBe(expected)
  })

  it('stay at a practice that is done at the end of the fragment', () => {
    const short = lessonCards({ fragments: [{ ...makeFragment(1, [makeChoiceQuestion()]), content: '[PRACTICE_1]' }] })
    expect(openingCard(short, 0, new Set(['quiz']))).toBe(0)
  })
})

describe('the button of a card', () => {
  const optional = lessonCards({ fragments: [makeFragment(1, [makeChoiceQuestion({ isRequired: false })])] })
  it.each([
    ['continues from a text', cards, 0, [], 'continue'],
    ['skips a required practice', cards, 2, [], 'skip_practice'],
    ['skips an optional practice', optional, 1, [], 'skip'],
    ['continues from an answered practice', cards, 2, ['quiz'], 'continue'],
    ['finishes on the last card', cards, 4, [], 'finish_lesson'],
  ])('%s', (_, shown, at, answered, expected) => {
    expect(cardButton(shown, at, new Set(answered))).toBe(expected)
  })

  it('still offers a practice that was only skipped', () => {
    const view = viewOf(lesson, makeLessonProgress(lesson, 1, { results: [skipped] }), 1)
    expect(view.donePractices.has('quiz')).toBe(true)
    expect(view.answeredPractices.has('quiz')).toBe(false)
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
