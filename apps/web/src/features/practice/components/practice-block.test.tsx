import type { Practice, PracticeResult } from '@kitewise/contract/entities'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signOut } from '../../../lib/session/sign-out.ts'
import { session } from '../../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { makePrompt, makeQuiz } from '../../../test-support/make-lesson.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { PracticeBlock, type PracticeAnswered } from './practice-block.tsx'

const show = (practice: Practice | undefined, result: PracticeResult | null = null) => {
  const onDone = vi.fn<(answered: PracticeAnswered) => void>()
  const block = (shown: PracticeResult | null) => (
    <PracticeBlock lessonId="l1" fragmentIndex={1} language="en" practice={practice} result={shown} onDone={onDone} />
  )
  return { ...renderPage(block(result)), onDone }
}

const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => session.setToken('a-token'))

describe('a quiz', () => {
  it('can be submitted once an option is chosen', async () => {
    const { user } = show(makeQuiz())
    expect(button('Submit')).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('The first'))
    expect(button('Submit')).toHaveProperty('disabled', false)
  })

  it('shows and hides its hint', async () => {
    const { user } = show(makeQuiz())
    const hint = screen.getByText('It is the second one.')
    expect(hint.hidden).toBe(true)
    await user.click(button('Hint'))
    expect(hint.hidden).toBe(false)
    expect(button('Hint').getAttribute('aria-expanded')).toBe('true')
    await user.click(button('Hint'))
    expect(hint.hidden).toBe(true)
  })

  it('says that the right answer is right, with the message of the question', async () => {
    const { user, onDone } = show(makeQuiz())
    await user.click(screen.getByLabelText('The second'))
    await user.click(button('Submit'))
    expect(screen.getByText('Correct answer')).toBeTruthy()
    expect(screen.getByText('Yes, the second.')).toBeTruthy()
    expect(onDone.mock.calls).toEqual([[{ answer: 'b', isCorrect: true }]])
  })

  it("says that a wrong answer is wrong, with the question's sentence and that option's own, and shows the right one", async () => {
    const { user, onDone } = show(makeQuiz())
    await user.click(screen.getByLabelText('The first'))
    await user.click(button('Submit'))
    expect(screen.getByText('Incorrect answer')).toBeTruthy()
    expect(screen.getByText('No, not that one.')).toBeTruthy()
    expect(screen.getByText('The first is wrong because it is first.')).toBeTruthy()
    expect(screen.getByLabelText('The first Your answer, not right')).toHaveProperty('checked', true)
    expect(screen.getByLabelText('The second Right answer')).toBeTruthy()
    expect(onDone.mock.calls).toEqual([[{ answer: 'a', isCorrect: false }]])
  })

  it('moves focus to the feedback, since the button has gone', async () => {
    const { user } = show(makeQuiz())
    await user.click(screen.getByLabelText('The second'))
    await user.click(button('Submit'))
    expect(screen.queryByRole('button')).toBe(null)
    expect(document.activeElement?.textContent).toContain('Correct answer')
  })

  it('that was answered before shows the answer, without actions and without taking focus', () => {
    show(makeQuiz(), { practiceId: 'quiz', answer: 'a', isCorrect: false })
    expect(screen.getByText('Incorrect answer')).toBeTruthy()
    expect(screen.queryByRole('button')).toBe(null)
    expect(screen.getByRole('group')).toHaveProperty('disabled', true)
    expect(document.activeElement).toBe(document.body)
  })

  it('counts an answer that it no longer offers as wrong', () => {
    show(makeQuiz(), { practiceId: 'quiz', answer: 'gone', isCorrect: false })
    expect(screen.getByText('No, not that one.')).toBeTruthy()
  })

  it('says when it asks about an earlier lesson', () => {
    show(makeQuiz({ recalls: 'l0' }))
    expect(screen.getByText('From an earlier lesson')).toBeTruthy()
  })

  it('remembers the choice after a reload, until it is submitted', async () => {
    const first = show(makeQuiz())
    await first.user.click(screen.getByLabelText('The first'))
    first.unmount()
    const second = show(makeQuiz())
    expect(screen.getByLabelText('The first')).toHaveProperty('checked', true)
    await second.user.click(button('Submit'))
    second.unmount()
    show(makeQuiz())
    expect(screen.getByLabelText('The first')).toHaveProperty('checked', false)
  })
})

describe('a practice that cannot be done', () => {
  it.each([
    [
      'of a type nobody knows',
      { ...makeQuiz(), practiceType: 'ESSAY' } as unknown as Practice,
      'Unknown practice type',
    ],
    ['that the fragment does not have', undefined, 'Practice data not available'],
    ['a quiz without its question', makeQuiz({ singleChoiceTest: null }), 'Practice data not available'],
    ['a prompt task without its words', makePrompt({ promptCreation: null }), 'Practice data not available'],
  ])('%s says so', (_, practice, sentence) => {
    show(practice)
    expect(screen.getByText(sentence)).toBeTruthy()
  })
})

const evaluateCall = at('/api/openai/evaluate-prompt')

const judgement = (score: string) => ({
  score,
  comment: `A comment on ${score}.`,
  recommendedPrompt: 'Write a warm note.',
  evaluator: 'rubric',
  criteria: [
    { id: 'task', met: 1 },
    { id: 'reader', met: 0 },
  ],
  gate: null,
})

const givenScores = (...scores: string[]) => {
  const requests: unknown[] = []
  api.use(
    http.post(evaluateCall, async ({ request }) => {
      requests.push(await request.json())
      return answer({ evaluation: judgement(scores.shift() ?? '0') })
    }),
  )
  return requests
}

const openDialog = async (result: PracticeResult | null = null) => {
  const view = show(makePrompt(), result)
  await view.user.click(screen.getByRole('button', { name: /Start Practice|Repeat task/ }))
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Welcome, neighbours' })) }
}

const writeAndSubmit = async ({ user, dialog }: Awaited<ReturnType<typeof openDialog>>, text: string) => {
  await user.type(dialog.getByPlaceholderText('Enter your prompt...'), text)
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
}

describe('a prompt task', () => {
  it('has a title, a description and a start button', () => {
    show(makePrompt())
    expect(screen.getByRole('heading', { name: 'Welcome, neighbours' })).toBeTruthy()
    expect(screen.getByText('Write a prompt for a note.')).toBeTruthy()
    expect(button('Start Practice')).toBeTruthy()
  })

  it('that is done says so and can be repeated', () => {
    show(makePrompt(), { practiceId: 'prompt', answer: 'Write', isCorrect: true })
    expect(screen.getByText('Task completed')).toBeTruthy()
    expect(button('Repeat task')).toBeTruthy()
  })

  it('opens a dialog with the full description, a hint and a place to write', async () => {
    const { user, dialog } = await openDialog()
    expect(dialog.getByText('new neighbours').tagName).toBe('STRONG')
    await user.click(dialog.getByRole('button', { name: 'Hint' }))
    expect(dialog.getByText('Start with a verb.').hidden).toBe(false)
    expect(dialog.getByPlaceholderText('Enter your prompt...').getAttribute('maxlength')).toBe('4000')
    expect(dialog.getByText('0 of 4,000 characters')).toBeTruthy()
  })

  it('cannot be submitted while the text is blank', async () => {
    const { user, dialog } = await openDialog()
    const submit = dialog.getByRole('button', { name: 'Submit' })
    expect(submit).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), '   ')
    expect(submit).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), 'Write')
    expect(submit).toHaveProperty('disabled', false)
  })

  it('sends the call as the product spec has it', async () => {
    const requests = givenScores('4')
    const view = await openDialog()
    await writeAndSubmit(view, ' Write a note ')
    await view.dialog.findByText('Amazing!')
    expect(requests).toEqual([
      {
        criteria: [],
        model: 'gpt-3.5-turbo',
        lessonId: 'l1',
        fragmentIndex: 1,
        practiceId: 'prompt',
        practiceTask: 'Ask for a note for the **new neighbours**.',
        prompt: 'Write a note',
      },
    ])
  })

  it('says that it is being evaluated', async () => {
    let release: ((value: unknown) => void) | undefined
    const held = new Promise((resolve) => {
      release = resolve
    })
    api.use(
      http.post(evaluateCall, async () => {
        await held
        return answer({ evaluation: judgement('5') })
      }),
    )
    const view = await openDialog()
    await writeAndSubmit(view, 'Write')
    expect(view.dialog.getByRole('status').textContent).toBe('Evaluating your prompt...')
    expect(view.dialog.getByRole('textbox')).toHaveProperty('readOnly', true)
    release?.(null)
    expect(await view.dialog.findByText('Amazing!')).toBeTruthy()
  })

  it.each(['0', '1', '2', '3'])('with score %s says Oops! and compares with a suggestion', async (score) => {
    givenScores(score)
    const view = await openDialog()
    await writeAndSubmit(view, 'Write a note')
    const verdict = await view.dialog.findByRole('heading', { name: 'Oops!' })
    expect(document.activeElement).toBe(verdict)
    expect(view.dialog.getByText(`A comment on ${score}.`)).toBeTruthy()
    const text = view.dialog.getByRole('textbox')
    expect(text).toHaveProperty('readOnly', true)
    expect(text).toHaveProperty('value', 'Your prompt:\nWrite a note\n\nSuggested prompt:\nWrite a warm note.')
  })

  it.each(['4', '5'])('with score %s says Amazing!, the points and who checked', async (score) => {
    givenScores(score)
    const view = await openDialog()
    await writeAndSubmit(view, 'Write a note')
    const verdict = await view.dialog.findByRole('heading', { name: 'Amazing!' })
    expect(document.activeElement).toBe(verdict)
    expect(view.dialog.getByText(`${score} out of 5`)).toBeTruthy()
    expect(view.dialog.getByText('1 of 2 points covered')).toBeTruthy()
    expect(view.dialog.getByText('Checked with our offline checklist')).toBeTruthy()
  })

  it.each([
    ['4', true],
    ['3', false],
  ])('with score %s is recorded by CONTINUE as correct: %s', async (score, isCorrect) => {
    givenScores(score)
    const view = await openDialog()
    await writeAndSubmit(view, ' Write a note')
    await view.user.click(await view.dialog.findByRole('button', { name: 'CONTINUE' }))
    expect(view.onDone.mock.calls).toEqual([[{ answer: 'Write a note', isCorrect }]])
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('can be tried again, with the last comment beside it', async () => {
    givenScores('2', '5')
    const view = await openDialog()
    await writeAndSubmit(view, 'Write')
    await view.user.click(await view.dialog.findByRole('button', { name: 'Try again' }))
    expect(document.activeElement).toBe(view.dialog.getByRole('textbox'))
    expect(view.dialog.getByText('A comment on 2.')).toBeTruthy()
    await writeAndSubmit(view, ' a warm note')
    await view.user.click(await view.dialog.findByRole('button', { name: 'CONTINUE' }))
    expect(view.onDone.mock.calls).toEqual([[{ answer: 'Write a warm note', isCorrect: true }]])
  })

  it('that could not be evaluated keeps the text, records nothing and can be submitted again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    api.use(http.post(evaluateCall, () => refusal(503, 'unavailable'), { once: true }))
    const view = await openDialog()
    await writeAndSubmit(view, 'Write a note')
    expect(await view.dialog.findByText('Error evaluating prompt. Please try again.')).toBeTruthy()
    expect(view.dialog.getByText('Oops!')).toBeTruthy()
    expect(view.dialog.getByText('Score 0: your prompt was not judged.')).toBeTruthy()
    expect(view.dialog.queryByText('0 out of 5')).toBeNull()
    expect(view.dialog.getByRole('textbox')).toHaveProperty('value', 'Write a note')
    givenScores('5')
    await view.user.click(view.dialog.getByRole('button', { name: 'Submit' }))
    await view.dialog.findByText('Amazing!')
    expect(view.onDone).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  it("without a session fails with 'No JWT token found', which is logged", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const view = await openDialog()
    session.clear()
    await writeAndSubmit(view, 'Write')
    await view.dialog.findByText('Error evaluating prompt. Please try again.')
    expect(String(log.mock.calls[0]?.[1])).toContain('No JWT token found')
    log.mockRestore()
  })

  it('closed after it passed is recorded all the same', async () => {
    givenScores('5')
    const view = await openDialog()
    await writeAndSubmit(view, 'Write')
    await view.dialog.findByText('Amazing!')
    await view.user.click(view.dialog.getByRole('button', { name: 'Close' }))
    expect(view.onDone.mock.calls).toEqual([[{ answer: 'Write', isCorrect: true }]])
  })

  it('closed after it failed records nothing and keeps the text', async () => {
    givenScores('1')
    const view = await openDialog()
    await writeAndSubmit(view, 'Write')
    await view.dialog.findByText('Oops!')
    await view.user.click(view.dialog.getByRole('button', { name: 'Close' }))
    expect(view.onDone).not.toHaveBeenCalled()
    await view.user.click(button('Start Practice'))
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Write')
  })

  it('keeps what was typed over a reload, and forgets it at sign-out', async () => {
    const first = await openDialog()
    await first.user.type(first.dialog.getByRole('textbox'), 'Half a pro')
    first.unmount()
    const second = await openDialog()
    expect(second.dialog.getByRole('textbox')).toHaveProperty('value', 'Half a pro')
    second.unmount()
    api.use(http.post(at('/api/product-user/logout'), () => answer({ loggedOut: true })))
    signOut()
    const third = await openDialog()
    expect(third.dialog.getByRole('textbox')).toHaveProperty('value', '')
  })
})
