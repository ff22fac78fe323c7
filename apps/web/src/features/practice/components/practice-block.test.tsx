import type { PracticeAnswer } from '@kitewise/rules/practice'
import type { Practice, PracticeResult } from '@kitewise/contract/entities'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../../lib/session/session.ts'
import { makePrompt, makeChoiceQuestion } from '../../../test-support/make-lesson.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { PracticeBlock } from './practice-block.tsx'

const show = (practice: Practice | undefined, result: PracticeResult | null = null) => {
  const onDone = vi.fn<(answered: PracticeAnswer) => void>()
  const block = (shown: PracticeResult | null) => (
    <PracticeBlock lessonId="l1" fragmentIndex={1} language="en" practice={practice} result={shown} onDone={onDone} />
  )
  return { ...renderPage(block(result)), onDone }
}

const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => session.setToken('a-token'))

describe('a quiz', () => {
  it('can be submitted once an option is chosen', async () => {
    const { user } = show(makeChoiceQuestion())
    expect(button('Check')).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('The first'))
    expect(button('Check')).toHaveProperty('disabled', false)
  })

  it('shows and hides its hint', async () => {
    const { user } = show(makeChoiceQuestion())
    const hint = screen.getByText('It is the second one.')
    expect(hint.hidden).toBe(true)
    await user.click(button('Hint'))
    expect(hint.hidden).toBe(false)
    expect(button('Hint').getAttribute('aria-expanded')).toBe('true')
    await user.click(button('Hint'))
    expect(hint.hidden).toBe(true)
  })

  it("confirms the right answer with the question's message", async () => {
    const { user, onDone } = show(makeChoiceQuestion())
    await user.click(screen.getByLabelText('The second'))
    await user.click(button('Check'))
    expect(screen.getByText('Correct answer')).toBeTruthy()
    expect(screen.getByText('Yes, the second.')).toBeTruthy()
    expect(onDone.mock.calls).toEqual([[{ answer: 'b', isCorrect: true }]])
  })

  it("explains a wrong answer with the question's and the option's messages, and shows the right one", async () => {
    const { user, onDone } = show(makeChoiceQuestion())
    await user.click(screen.getByLabelText('The first'))
    await user.click(button('Check'))
    expect(screen.getByText('Incorrect answer')).toBeTruthy()
    expect(screen.getByText('No, not that one.')).toBeTruthy()
    expect(screen.getByText('The first is wrong because it is first.')).toBeTruthy()
    expect(screen.getByLabelText('The first Your answer, incorrect')).toHaveProperty('checked', true)
    expect(screen.getByLabelText('The second Right answer')).toBeTruthy()
    expect(onDone.mock.calls).toEqual([[{ answer: 'a', isCorrect: false }]])
  })

  it('moves focus to the feedback, because the button is gone', async () => {
    const { user } = show(makeChoiceQuestion())
    await user.click(screen.getByLabelText('The second'))
    await user.click(button('Check'))
    expect(screen.queryByRole('button')).toBe(null)
    expect(document.activeElement?.textContent).toContain('Correct answer')
  })

  it('shows an earlier answer without actions and without taking focus', () => {
    show(makeChoiceQuestion(), { practiceId: 'quiz', answer: 'a', isCorrect: false })
    expect(screen.getByText('Incorrect answer')).toBeTruthy()
    expect(screen.queryByRole('button')).toBe(null)
    expect(screen.getByRole('group')).toHaveProperty('disabled', true)
    expect(document.activeElement).toBe(document.body)
  })

  it('counts an answer that it no longer offers as wrong', () => {
    show(makeChoiceQuestion(), { practiceId: 'quiz', answer: 'gone', isCorrect: false })
    expect(screen.getByText('No, not that one.')).toBeTruthy()
  })

  it('says when it asks about an earlier lesson', () => {
    show(makeChoiceQuestion({ recalls: 'l0' }))
    expect(screen.getByText('From an earlier lesson')).toBeTruthy()
  })

  it('remembers the choice after a reload, until it is submitted', async () => {
    const first = show(makeChoiceQuestion())
    await first.user.click(screen.getByLabelText('The first'))
    first.unmount()
    const second = show(makeChoiceQuestion())
    expect(screen.getByLabelText('The first')).toHaveProperty('checked', true)
    await second.user.click(button('Check'))
    second.unmount()
    show(makeChoiceQuestion())
    expect(screen.getByLabelText('The first')).toHaveProperty('checked', false)
  })
})

describe('an unavailable practice', () => {
  it.each([
    [
      'with an unknown type',
      { ...makeChoiceQuestion(), practiceType: 'ESSAY' } as unknown as Practice,
      'Unknown practice type',
    ],
    ['missing from the fragment', undefined, 'Practice data not available'],
    ['a quiz without its question', makeChoiceQuestion({ singleChoiceTest: null }), 'Practice data not available'],
    ['a prompt task without its words', makePrompt({ promptCreation: null }), 'Practice data not available'],
  ])('%s says so', (_, practice, sentence) => {
    show(practice)
    expect(screen.getByText(sentence)).toBeTruthy()
  })
})

describe('the card of a prompt task', () => {
  it('has a title, a description and a start button', () => {
    show(makePrompt())
    expect(screen.getByRole('heading', { name: 'Welcome, neighbors' })).toBeTruthy()
    expect(screen.getByText('Write a prompt for a note.')).toBeTruthy()
    expect(button('Start Practice')).toBeTruthy()
  })

  it('says when it is done, and can be repeated', () => {
    show(makePrompt(), { practiceId: 'prompt', answer: 'Write', isCorrect: true })
    expect(screen.getByText('Task completed')).toBeTruthy()
    expect(button('Repeat task')).toBeTruthy()
  })
})

it('a repair task opens with its weak prompt, and keeps what the learner made of it', async () => {
  const { promptCreation } = makePrompt()
  const repair = {
    practiceType: 'REPAIR' as const,
    promptCreation: promptCreation && { ...promptCreation, draft: 'Write it' },
  }
  const first = show(makePrompt(repair))
  expect(screen.getByText('Repair a prompt')).toBeTruthy()
  await first.user.click(button('Start Practice'))
  const box = await screen.findByPlaceholderText('Enter your prompt...')
  expect(box).toHaveProperty('value', 'Write it')
  await first.user.type(box, ' in 60 words')
  first.unmount()
  await show(makePrompt(repair)).user.click(button('Start Practice'))
  expect(await screen.findByPlaceholderText('Enter your prompt...')).toHaveProperty('value', 'Write it in 60 words')
})
