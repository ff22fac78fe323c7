import type { PracticeAnswer } from '@kitewise/rules/practice'
import type { Practice, PracticeResult } from '@kitewise/contract/entities'
import type { Exercise } from '@kitewise/contract/exercises'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '../../../lib/session/session.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { PracticeBlock } from './practice-block.tsx'

const felt = vi.hoisted(() => vi.fn<(feeling: string) => void>())
vi.mock('../../../lib/feel.ts', () => ({ feel: felt, canVibrate: () => false }))

const types = {
  reveal: 'REVEAL',
  sort: 'SORT',
  blanks: 'FILL_BLANKS',
  flaw: 'FIND_FLAW',
  better: 'BETTER_OF_TWO',
} as const

const show = (exercise: Exercise, result: PracticeResult | null = null) => {
  const onDone = vi.fn<(answered: PracticeAnswer) => void>()
  const practice: Practice = {
    id: 'exercise',
    practiceType: types[exercise.kind],
    isRequired: false,
    recalls: null,
    promptCreation: null,
    singleChoiceTest: null,
    exercise,
  }
  const block = (
    <PracticeBlock lessonId="l1" fragmentIndex={0} language="en" practice={practice} result={result} onDone={onDone} />
  )
  return { ...renderPage(block), onDone }
}

const choice = (id: string, text: string) => ({ id, text })
const reveal: Exercise = {
  kind: 'reveal',
  question: 'What will it do?',
  options: [choice('a', 'Ask'), choice('b', 'Guess')],
  reveal: 'It fills the gap.',
  slots: { choice: { options: ['a', 'b'], correct: 'b' } },
}
const sort: Exercise = {
  kind: 'sort',
  question: 'Which color is each job?',
  groups: [choice('green', 'Let it help'), choice('red', 'Keep it human')],
  items: [
    { id: 'a', text: 'Picnic ideas', why: 'Nothing breaks.' },
    { id: 'b', text: 'Who gets the flat', why: 'It is about people.' },
  ],
  slots: { a: { options: ['green', 'red'], correct: 'green' }, b: { options: ['green', 'red'], correct: 'red' } },
}
const blanks: Exercise = {
  kind: 'blanks',
  question: 'Complete the prompt.',
  text: '{task} for {reader}.',
  blanks: [
    { id: 'task', options: [choice('a', 'Write a note'), choice('b', 'Think')], why: 'A verb acts.' },
    { id: 'reader', options: [choice('a', 'people'), choice('b', 'our guests')], why: 'Guests are a reader.' },
  ],
  slots: { task: { options: ['a', 'b'], correct: 'a' }, reader: { options: ['a', 'b'], correct: 'b' } },
}
const flaw: Exercise = {
  kind: 'flaw',
  question: 'Which part is wrong?',
  asked: 'What do four tickets cost?',
  parts: [
    { id: 'a', text: 'One costs 12.', why: 'The question says so.' },
    { id: 'b', text: 'Four cost 44.', why: 'Four times 12 is 48.' },
    { id: 'c', text: 'Take any train.', why: 'They all go.' },
  ],
  slots: { part: { options: ['a', 'b', 'c'], correct: 'b' } },
}
const better: Exercise = {
  kind: 'better',
  question: 'Which follow-up is better?',
  options: [choice('a', 'Better, please.'), choice('b', 'Keep the market.')],
  reasons: [choice('r1', 'It is longer'), choice('r2', 'It says what stays')],
  why: 'Nothing is left to guess.',
  slots: { better: { options: ['a', 'b'], correct: 'b' }, because: { options: ['r1', 'r2'], correct: 'r2' } },
}

const button = (name: string) => screen.getByRole('button', { name })
const radio = (name: string) => screen.getByRole('radio', { name })

beforeEach(() => {
  session.setToken('a-token')
  felt.mockClear()
})

it('a prediction counts at the first tap, shows what happens, and is never called wrong', async () => {
  const { user, onDone } = show(reveal)
  expect(screen.queryByText('It fills the gap.')).toBe(null)
  await user.click(button('Ask'))
  expect(onDone.mock.calls).toEqual([[{ answer: 'choice:a', isCorrect: false }]])
  expect(document.activeElement?.textContent).toContain('It fills the gap.')
  expect(screen.queryByText('Incorrect answer')).toBe(null)
})

it('a prediction is felt as a choice, any other answer also as right or wrong', async () => {
  const predicted = show(reveal)
  await predicted.user.click(button('Ask'))
  expect(felt.mock.calls).toEqual([['choice']])
  predicted.unmount()

  felt.mockClear()
  const { user } = show(flaw)
  await user.click(radio('Take any train.'))
  await user.click(radio('Four cost 44.'))
  await user.click(button('Check'))
  expect(felt.mock.calls).toEqual([['choice'], ['choice'], ['right']])
})

it('items are sorted with the keyboard, and each says why once all are checked', async () => {
  const { user, onDone } = show(sort)
  expect(button('Check')).toHaveProperty('disabled', true)
  await user.tab()
  await user.keyboard(' ')
  await user.tab()
  await user.keyboard('{ArrowDown}')
  await user.click(button('Check'))
  expect(onDone.mock.calls).toEqual([[{ answer: 'a:green b:red', isCorrect: true }]])
  expect(screen.getByText('Nothing breaks.')).toBeTruthy()
  expect(screen.getByText('Correct answer')).toBeTruthy()
})

it('a sort with a wrong group says how many are right, and marks both', async () => {
  const { user, onDone } = show(sort)
  const flat = within(screen.getByRole('group', { name: 'Who gets the flat' }))
  await user.click(within(screen.getByRole('group', { name: 'Picnic ideas' })).getByLabelText('Let it help'))
  await user.click(flat.getByLabelText('Let it help'))
  await user.click(button('Check'))
  expect(onDone.mock.calls).toEqual([[{ answer: 'a:green b:green', isCorrect: false }]])
  expect(felt.mock.lastCall).toEqual(['wrong'])
  expect(screen.getByText('1 of 2 right')).toBeTruthy()
  expect(flat.getByLabelText('Let it help Your answer, incorrect')).toBeTruthy()
  expect(flat.getByLabelText('Keep it human Right answer')).toBeTruthy()
})

it('chosen words appear in the sentence, and a filled sentence is explained', async () => {
  const { user, onDone } = show(blanks)
  expect(screen.getByText('Blank 1', { selector: 'span' })).toBeTruthy()
  await user.click(radio('Write a note'))
  await user.click(radio('our guests'))
  expect(document.body.textContent).toContain('Write a note for our guests.')
  await user.click(button('Check'))
  expect(onDone.mock.calls).toEqual([[{ answer: 'task:a reader:b', isCorrect: true }]])
  expect(screen.getByText('A verb acts.')).toBeTruthy()
})

it('a part that is right says so, and the flaw is marked and explained', async () => {
  const { user, onDone } = show(flaw)
  expect(screen.getByText('What do four tickets cost?')).toBeTruthy()
  await user.click(radio('Take any train.'))
  await user.click(button('Check'))
  expect(onDone.mock.calls).toEqual([[{ answer: 'part:c', isCorrect: false }]])
  expect(screen.getByText('They all go.')).toBeTruthy()
  expect(screen.getByText('Four times 12 is 48.')).toBeTruthy()
  expect(radio('Four cost 44. This is the flaw')).toBeTruthy()
})

it('the reason is asked after the choice, and both count', async () => {
  const { user, onDone } = show(better)
  expect(screen.queryByRole('radio', { name: 'It is longer' })).toBe(null)
  await user.click(radio('Keep the market.'))
  expect(button('Check')).toHaveProperty('disabled', true)
  await user.click(radio('It says what stays'))
  await user.click(button('Check'))
  expect(onDone.mock.calls).toEqual([[{ answer: 'better:b because:r2', isCorrect: true }]])
  expect(screen.getByText('Nothing is left to guess.')).toBeTruthy()
})

it('an earlier answer is shown without actions and without taking focus', () => {
  show(flaw, { practiceId: 'exercise', answer: 'part:b', isCorrect: true })
  expect(screen.queryByRole('button')).toBe(null)
  expect(screen.getByText('Correct answer')).toBeTruthy()
  expect(document.activeElement).toBe(document.body)
})

it('choices that were not checked yet are still there after a reload', async () => {
  const first = show(flaw)
  await first.user.click(radio('Four cost 44.'))
  first.unmount()
  show(flaw)
  expect(radio('Four cost 44.')).toHaveProperty('checked', true)
})

it('an unchecked choice that the exercise no longer has is forgotten', async () => {
  const first = show(flaw)
  await first.user.click(radio('Four cost 44.'))
  first.unmount()
  show({ ...flaw, parts: flaw.parts.slice(2), slots: { part: { options: ['c'], correct: 'c' } } })
  expect(button('Check')).toHaveProperty('disabled', true)
})
