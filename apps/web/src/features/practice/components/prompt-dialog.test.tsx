import type { PracticeAnswer } from '@kitewise/rules/practice'
import type { Evaluation, PracticeResult } from '@kitewise/contract/entities'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../../lib/session/session.ts'
import { signOut } from '../../../lib/session/sign-out.ts'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { makeEvaluation, makePoint } from '../../../test-support/make-evaluation.ts'
import { makePrompt } from '../../../test-support/make-lesson.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { PracticeBlock } from './practice-block.tsx'

const felt = vi.hoisted(() => vi.fn<(feeling: string) => void>())
vi.mock('../../../lib/feel.ts', () => ({ feel: felt, canVibrate: () => false }))

const evaluateCall = at('/api/openai/evaluate-prompt')

type Request = { prompt: string; shown?: { point: string; from: number; to: number }[] }

/** Mocks one response after another; the last one repeats. */
const givenEvaluations = (...evaluations: Evaluation[]): Request[] => {
  const requests: Request[] = []
  api.use(
    http.post(evaluateCall, async ({ request }) => {
      requests.push((await request.json()) as Request)
      return answer({ evaluation: evaluations[Math.min(requests.length, evaluations.length) - 1] ?? {} })
    }),
  )
  return requests
}

const givenScores = (...scores: string[]) => givenEvaluations(...scores.map((score) => makeEvaluation(score)))

const givenTrouble = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

const openDialog = async (result: PracticeResult | null = null) => {
  const onDone = vi.fn<(answered: PracticeAnswer) => void>()
  const view = renderPage(
    <PracticeBlock
      lessonId="l1"
      fragmentIndex={1}
      language="en"
      practice={makePrompt()}
      result={result}
      onDone={onDone}
    />,
  )
  await view.user.click(screen.getByRole('button', { name: /Start Practice|Repeat task/ }))
  return { ...view, onDone, dialog: within(await screen.findByRole('dialog', { name: 'Welcome, neighbors' })) }
}

type View = Awaited<ReturnType<typeof openDialog>>

const submit = async ({ user, dialog }: View, text: string) => {
  await user.type(dialog.getByPlaceholderText('Enter your prompt...'), text)
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
}

const write = async (text: string) => {
  const view = await openDialog()
  await submit(view, text)
  await view.dialog.findByText(/Oops!|Amazing!/)
  return view
}

const press = async ({ user, dialog }: View, name: string) => user.click(dialog.getByRole('button', { name }))
const row = (name: string) => {
  const item = screen.getByRole('heading', { level: 4, name }).closest('li')
  if (item === null) throw new Error(`no row has ${name}`)
  return within(item)
}

beforeEach(() => session.setToken('a-token'))
afterEach(() => {
  vi.restoreAllMocks()
  felt.mockClear()
})

describe('writing a prompt', () => {
  it('shows the task, a hint and a text field', async () => {
    const { user, dialog } = await openDialog()
    expect(dialog.getByText('new neighbors').tagName).toBe('STRONG')
    expect(dialog.getByText('Your task').closest('details')).toHaveProperty('open', true)
    await user.click(dialog.getByRole('button', { name: 'Hint' }))
    expect(dialog.getByText('Start with a verb.').hidden).toBe(false)
    expect(dialog.getByText('0 of 4,000 characters')).toBeTruthy()
    await user.click(dialog.getByPlaceholderText('Enter your prompt...'))
    await user.paste(`${'👩🏽‍🚀'.repeat(4_000)}x`)
    expect(await dialog.findByText('4,000 of 4,000 characters')).toBeTruthy()
  })

  it('cannot be submitted while the text is blank', async () => {
    const { user, dialog } = await openDialog()
    const button = dialog.getByRole('button', { name: 'Submit' })
    expect(button).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), '   ')
    expect(button).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), 'Write')
    expect(button).toHaveProperty('disabled', false)
  })

  it('sends the call as specified', async () => {
    const requests = givenScores('4')
    await write(' Write a note ')
    expect(requests).toEqual([
      {
        criteria: [],
        model: 'gpt-3.5-turbo',
        lessonId: 'l1',
        fragmentIndex: 1,
        practiceId: 'prompt',
        practiceTask: 'Ask for a note for the **new neighbors**.',
        prompt: 'Write a note',
      },
    ])
  })

  it('shows that the evaluation is running', async () => {
    let release: ((value: unknown) => void) | undefined
    const held = new Promise((resolve) => {
      release = resolve
    })
    api.use(
      http.post(evaluateCall, async () => {
        await held
        return answer({ evaluation: makeEvaluation('5') })
      }),
    )
    const view = await openDialog()
    await submit(view, 'Write')
    expect(view.dialog.getByText('Evaluating your prompt...').getAttribute('role')).toBe('status')
    expect(view.dialog.getByRole('textbox')).toHaveProperty('readOnly', true)
    release?.(null)
    expect(await view.dialog.findByText('Amazing!')).toBeTruthy()
    expect(view.dialog.queryByText('Evaluating your prompt...')).toBe(null)
  })

  it('keeps the text, records nothing and allows another submit when the evaluation fails', async () => {
    const log = givenTrouble()
    api.use(http.post(evaluateCall, () => refusal(503, 'unavailable'), { once: true }))
    const view = await openDialog()
    await submit(view, 'Write a note')
    expect(await view.dialog.findByText('Error evaluating prompt. Please try again.')).toBeTruthy()
    expect(view.dialog.getByText('Oops!')).toBeTruthy()
    expect(view.dialog.getByText('Score 0: we couldn’t score your prompt.')).toBeTruthy()
    expect(view.dialog.queryByText('0 out of 5')).toBeNull()
    expect(view.dialog.getByRole('textbox')).toHaveProperty('value', 'Write a note')
    givenScores('5')
    await press(view, 'Submit')
    await view.dialog.findByText('Amazing!')
    expect(view.onDone).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledOnce()
  })

  it('says that the connection is lost as long as it is, and keeps the text', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    givenTrouble()
    api.use(http.post(evaluateCall, () => Response.error(), { once: true }))
    const view = await openDialog()
    await submit(view, 'Write a note')
    const sentence = 'You’re offline. We’ve kept your text; send it when you’re back online.'
    await waitFor(() =>
      expect(view.dialog.getByRole('button', { name: 'Submit' }).getAttribute('aria-busy')).toBe(null),
    )
    expect(view.dialog.getByText(sentence)).toBeTruthy()
    expect(view.dialog.queryByText('Oops!')).toBe(null)
    online.mockReturnValue(true)
    fireEvent(window, new Event('online'))
    expect(view.dialog.queryByText(sentence)).toBe(null)
    givenScores('5')
    await press(view, 'Submit')
    expect(await view.dialog.findByText('Amazing!')).toBeTruthy()
  })

  it("fails without a session with 'No JWT token found', which is logged", async () => {
    const log = givenTrouble()
    const view = await openDialog()
    session.clear()
    await submit(view, 'Write')
    await view.dialog.findByText('Error evaluating prompt. Please try again.')
    expect(String(log.mock.calls[0]?.[1])).toContain('No JWT token found')
  })

  it('keeps the text over a reload, and deletes it at sign-out', async () => {
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

describe('an evaluated prompt', () => {
  it('shows the points by name, with the words found and their state in words', async () => {
    givenScores('3')
    await write('Write a note')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'What your prompt says' }))
    expect(screen.getByText('1 of 2 points found')).toBeTruthy()
    expect(row('The note').getByText('Write').parentElement?.textContent).toBe('found Your words: Write')
    expect(row('The reader').getByText('not found yet')).toBeTruthy()
  })

  it('names a wrong value and quotes it', async () => {
    const wrong = makePoint('time', { state: 'wrong', spans: [[6, 10]], note: 'You wrote 3 pm; the task says 1 pm.' })
    givenEvaluations(makeEvaluation('3', { points: [wrong] }))
    await write('Meet, 3 pm ok')
    const time = row('The time')
    expect(time.getByText('3 pm').parentElement?.textContent).toBe('not quite Your words: 3 pm')
    expect(time.getByText('You wrote 3 pm; the task says 1 pm.')).toBeTruthy()
    expect(time.queryByRole('button', { name: 'Add it' })).toBe(null)
  })

  it.each(['1', '2', '3'])('says Oops! and compares with a suggestion at score %s', async (score) => {
    givenScores(score)
    const view = await write('Write a note')
    const verdict = view.dialog.getByRole('heading', { name: 'Oops!' })
    expect(verdict.closest('[role=status]')?.textContent).toBe(`Oops!${score} out of 5A comment on ${score}.`)
    const text = view.dialog.getByRole('textbox')
    expect(text).toHaveProperty('readOnly', true)
    expect(text).toHaveProperty('value', 'Write a note')
    const suggestion = within(view.dialog.getByRole('figure', { name: 'Suggested prompt' }))
    expect(suggestion.getByRole('blockquote').textContent).toBe('Write a warm note.')
    expect(suggestion.getByText('warm').tagName).toBe('INS')
  })

  it('can copy the suggestion', async () => {
    givenScores('2')
    const view = await write('Write a note')
    await press(view, 'Copy')
    expect(await navigator.clipboard.readText()).toBe('Write a warm note.')
  })

  it.each(['4', '5'])('says Amazing! and what found the points at score %s', async (score) => {
    givenScores(score)
    const view = await write('Write a note')
    expect(view.dialog.getByRole('heading', { name: 'Amazing!' })).toBeTruthy()
    expect(view.dialog.getByText(`${score} out of 5`)).toBeTruthy()
    expect(view.dialog.getByText('Points found by our checklist')).toBeTruthy()
    expect(view.dialog.queryByRole('textbox')).toBe(null)
  })

  it.each([
    ['4', true],
    ['3', false],
  ])('with score %s is recorded by CONTINUE as correct: %s', async (score, isCorrect) => {
    givenScores(score)
    const view = await write(' Write a note')
    await press(view, 'CONTINUE')
    expect(view.onDone.mock.calls).toEqual([[{ answer: 'Write a note', isCorrect }]])
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it.each([
    ['5', ['CONTINUE', 'Try again']],
    ['2', ['Try again', 'CONTINUE']],
  ])('with score %s offers %j, the first one as the main action', async (score, expected) => {
    givenScores(score)
    const { dialog } = await write('Write')
    const offered = dialog.getAllByRole('button', { name: /^(CONTINUE|Try again)$/ })
    expect(offered.map(({ textContent }) => textContent)).toEqual(expected)
  })

  it('shows one sentence and a retry, but no score, when a gate stopped it', async () => {
    givenEvaluations(makeEvaluation('0', { gate: 'short', points: [], answer: [], comment: 'Write a little more.' }))
    const view = await write('Hm')
    expect(view.dialog.getByText('Write a little more.')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Oops!Write a little more.')
    for (const gone of [/out of 5/, /points found/]) expect(view.dialog.queryByText(gone)).toBe(null)
    expect(view.dialog.queryByRole('textbox')).toBe(null)
    await press(view, 'Try again')
    expect(document.activeElement).toBe(view.dialog.getByRole('textbox'))
  })

  it('never says Oops! to a prompt about self-harm', async () => {
    givenEvaluations(makeEvaluation('0', { gate: 'self_harm', points: [], answer: [], comment: 'Please talk to us.' }))
    const view = await openDialog()
    await submit(view, 'Hm')
    expect(await view.dialog.findByText('Please talk to us.')).toBeTruthy()
    expect(view.dialog.queryByText('Oops!')).toBe(null)
  })

  it('can be retried, with the last comment beside it', async () => {
    givenScores('2', '5')
    const view = await write('Write')
    await press(view, 'Try again')
    expect(document.activeElement).toBe(view.dialog.getByRole('textbox'))
    expect(view.dialog.getByText('A comment on 2.')).toBeTruthy()
    await submit(view, ' a warm note')
    await view.user.click(await view.dialog.findByRole('button', { name: 'CONTINUE' }))
    expect(view.onDone.mock.calls).toEqual([[{ answer: 'Write a warm note', isCorrect: true }]])
  })

  it('is recorded when it passed, even if the dialog is closed', async () => {
    givenScores('5')
    const view = await write('Write')
    await press(view, 'Close')
    expect(view.onDone.mock.calls).toEqual([[{ answer: 'Write', isCorrect: true }]])
  })

  it('is not recorded when it failed and the dialog is closed, and keeps the text', async () => {
    givenScores('1')
    const view = await write('Write')
    await press(view, 'Close')
    expect(view.onDone).not.toHaveBeenCalled()
    await view.user.click(screen.getByRole('button', { name: 'Start Practice' }))
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Write')
  })

  it('asks for a reply to the answer if the author wants one, and does not send it', async () => {
    const requests = givenEvaluations(makeEvaluation('5', { followUp: 'Name one thing to keep.' }))
    const view = await write('Write')
    expect(view.dialog.getByText('Name one thing to keep.')).toBeTruthy()
    await view.user.type(view.dialog.getByRole('textbox'), 'Keep the start.')
    await press(view, 'Keep this reply')
    expect(view.dialog.getByText(/^Good: a reply/)).toBeTruthy()
    expect(view.dialog.getByRole('textbox')).toHaveProperty('readOnly', true)
    expect(requests.length).toBe(1)
    expect(localStorage.getItem('draft:u1:prompt reply')).toBe('Keep the start.')
  })
})

describe('the peak of a passed prompt', () => {
  const passed = makeEvaluation('5', {
    points: [
      makePoint('note', { state: 'found', spans: [[0, 5]] }),
      makePoint('reader', { state: 'found', spans: [[6, 12]] }),
    ],
  })

  it('says that it was the first try', async () => {
    givenEvaluations(passed)
    const { dialog } = await write('Write a note')
    expect(dialog.getByText('Passed on the first try.')).toBeTruthy()
  })

  it('does not call it the first try when a text was kept or an answer recorded', async () => {
    givenEvaluations(passed)
    localStorage.setItem('draft:u1:prompt', 'Write')
    const { dialog } = await write(' a note')
    expect(dialog.queryByText('Passed on the first try.')).toBe(null)
    localStorage.removeItem('draft:u1:prompt')
    cleanup()
    const repeated = await openDialog({ answer: 'Hm', isCorrect: false } as PracticeResult)
    await submit(repeated, 'Write a note')
    expect(await repeated.dialog.findByText('Amazing!')).toBeTruthy()
    expect(repeated.dialog.queryByText('Passed on the first try.')).toBe(null)
  })

  it('names the point that the last try had not', async () => {
    givenEvaluations(makeEvaluation('3'), passed)
    const view = await write('Write')
    await press(view, 'Try again')
    await submit(view, ' to all')
    expect(await view.dialog.findByText('What made the difference: “The reader”')).toBeTruthy()
  })

  it('is felt once, as is a prompt that has not passed', async () => {
    givenEvaluations(makeEvaluation('3'), passed)
    const view = await write('Write')
    expect(felt.mock.calls).toEqual([['wrong']])
    await press(view, 'Try again')
    await submit(view, ' to all')
    await view.dialog.findByText('Amazing!')
    expect(felt.mock.calls).toEqual([['wrong'], ['peak']])
  })

  it('can be left where scrolling returns a promise', async () => {
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve() as unknown as void)
    givenEvaluations(passed)
    const view = await write('Write a note')
    await press(view, 'CONTINUE')
    expect(view.onDone).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('shows its end on Escape, which closes the dialog only afterwards', async () => {
    const finish = vi.fn<() => void>()
    let settle: (() => void) | undefined
    const finished = new Promise<void>((resolve) => {
      settle = resolve
    })
    const animation = {
      finished,
      finish,
      updatePlaybackRate: () => {},
      effect: { getComputedTiming: () => ({ endTime: 2_000 }) },
    }
    Object.assign(Element.prototype, { getAnimations: () => [animation] })
    givenEvaluations(passed)
    const view = await write('Write a note')
    const heading = view.dialog.getByRole('heading', { name: 'What your prompt says' })
    const escape = () => fireEvent.keyDown(heading, { key: 'Escape' })
    expect(escape()).toBe(false)
    expect(finish).not.toHaveBeenCalled()
    const later = performance.now() + 500
    vi.spyOn(performance, 'now').mockReturnValue(later)
    expect(escape()).toBe(false)
    expect(finish).toHaveBeenCalledOnce()
    settle?.()
    await waitFor(() => expect(escape()).toBe(true))
    Reflect.deleteProperty(Element.prototype, 'getAnimations')
  })
})

describe('the answer', () => {
  it('is assembled from pieces, with the reason next to each weak one', async () => {
    givenScores('3')
    const { dialog } = await write('Write a note')
    const section = within(dialog.getByRole('region', { name: 'What an assistant might answer' }))
    expect(section.getByText('Dear neighbors,')).toBeTruthy()
    expect(section.getByText('Welcome, boss!').parentElement?.textContent).toContain(
      'Because this is missing: The reader',
    )
    expect(section.getAllByText(/Because this is missing/).length).toBe(1)
  })

  it('shows each piece with and without its point', async () => {
    givenScores('3')
    const view = await write('Write a note')
    await press(view, 'The note Show it without this point')
    expect(view.dialog.getByText('Here is a poem.').parentElement?.textContent).toContain(
      'Because this is missing: The note',
    )
    await press(view, 'Because this is missing: The note Show it with this point')
    expect(view.dialog.getByText('Here is your note.')).toBeTruthy()
    await press(view, 'Because this is missing: The reader Show it with this point')
    expect(view.dialog.getByText('Welcome, neighbors!')).toBeTruthy()
  })
})

describe('marking the words for a point', () => {
  const shown = makeEvaluation('5', {
    points: [
      makePoint('note', { state: 'found', spans: [[0, 5]] }),
      makePoint('reader', { state: 'shown', spans: [[17, 20]] }),
    ],
  })

  it('works by tapping words: they are sent, and the point is marked', async () => {
    const requests = givenEvaluations(makeEvaluation('3'), shown)
    const view = await write('Write a note for Ana')
    const heading = view.dialog.getByRole('heading', { name: 'What your prompt says' })
    await press(view, 'I did say it')
    const panel = within(screen.getByRole('dialog', { name: 'Tap the words that say it' }))
    expect(panel.getByText('For example: for my little sister')).toBeTruthy()
    expect(panel.getByRole('button', { name: 'These words say it' })).toHaveProperty('disabled', true)
    await view.user.click(panel.getByRole('button', { name: 'for' }))
    await view.user.click(panel.getByRole('button', { name: 'Ana' }))
    expect(panel.getByRole('status').textContent).toBe('for Ana')
    await view.user.click(panel.getByRole('button', { name: 'These words say it' }))
    await waitFor(() => expect(screen.getAllByRole('dialog').length).toBe(1))
    expect(requests[1]?.shown).toEqual([{ point: 'reader', from: 13, to: 20 }])
    expect(requests[1]?.prompt).toBe('Write a note for Ana')
    expect(document.activeElement?.textContent).toBe('The reader')
    expect(view.dialog.getByRole('heading', { name: 'What your prompt says' })).toBe(heading)
    expect(view.dialog.getByText('Amazing!')).toBeTruthy()
    expect(view.dialog.getByText('Points found by our checklist · Some points shown by you')).toBeTruthy()
  })

  it('works by keyboard alone', async () => {
    const requests = givenEvaluations(makeEvaluation('3'), shown)
    const view = await write('Write a note for Ana')
    await press(view, 'I did say it')
    const words = screen.getByRole('group', { name: 'Words of your prompt' })
    const stops = within(words)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0)
    expect(stops.map(({ textContent }) => textContent)).toEqual(['Write'])
    stops[0]?.focus()
    await view.user.keyboard('{End}{Shift>}{ArrowLeft}{/Shift}')
    expect(document.activeElement?.textContent).toBe('for')
    expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true')
    await view.user.keyboard('{Home}{Enter}{ArrowRight}{ArrowRight}{ArrowLeft}[Space]')
    const pressed = within(words).getAllByRole('button', { pressed: true })
    expect(pressed.map(({ textContent }) => textContent)).toEqual(['Write', 'a'])
    await view.user.tab()
    await view.user.keyboard('{Enter}')
    await waitFor(() => expect(requests[1]?.shown).toEqual([{ point: 'reader', from: 0, to: 7 }]))
  })

  it('shows why words do not count, and stays open for others', async () => {
    const refused = makeEvaluation('3', { points: [makePoint('reader', { note: 'That says what, not who.' })] })
    const requests = givenEvaluations(makeEvaluation('3'), refused, shown)
    const view = await write('Write a note for Ana')
    await press(view, 'I did say it')
    const panel = within(screen.getByRole('dialog', { name: 'Tap the words that say it' }))
    await view.user.click(panel.getByRole('button', { name: 'note' }))
    await view.user.click(panel.getByRole('button', { name: 'These words say it' }))
    expect(await panel.findByText('That says what, not who.')).toBeTruthy()
    await view.user.click(panel.getByRole('button', { name: 'Ana' }))
    expect(panel.queryByText('That says what, not who.')).toBe(null)
    await view.user.click(panel.getByRole('button', { name: 'These words say it' }))
    await waitFor(() => expect(screen.getAllByRole('dialog').length).toBe(1))
    expect(requests[2]?.shown).toEqual([{ point: 'reader', from: 8, to: 20 }])
  })

  it('says when the evaluation failed, and keeps everything', async () => {
    givenTrouble()
    givenScores('3')
    const view = await write('Write a note for Ana')
    api.use(http.post(evaluateCall, () => refusal(503, 'unavailable')))
    await press(view, 'I did say it')
    const panel = within(screen.getByRole('dialog', { name: 'Tap the words that say it' }))
    await view.user.click(panel.getByRole('button', { name: 'Ana' }))
    await view.user.click(panel.getByRole('button', { name: 'These words say it' }))
    expect(await panel.findByText('Error evaluating prompt. Please try again.')).toBeTruthy()
    expect(panel.getByRole('button', { name: 'Ana' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('closes the panel on Escape, but not the dialog around it', async () => {
    givenScores('3')
    const view = await write('Write a note')
    await press(view, 'I did say it')
    fireEvent(
      screen.getByRole('dialog', { name: 'Tap the words that say it' }),
      new Event('cancel', { bubbles: false }),
    )
    expect(screen.getAllByRole('dialog').length).toBe(1)
    expect(view.dialog.getByText('Oops!')).toBeTruthy()
  })

  it('accepts a guess that the learner confirms', async () => {
    const guessed = makeEvaluation('3', { points: [makePoint('reader', { spans: [[13, 20]] })] })
    const requests = givenEvaluations(guessed, shown)
    const view = await write('Write a note for Ana')
    const guess = within(view.dialog.getByRole('group', { name: /Is this where you say it\? for Ana/ }))
    expect(view.dialog.queryByRole('button', { name: 'I did say it' })).toBe(null)
    await view.user.click(guess.getByRole('button', { name: 'Yes' }))
    await view.dialog.findByText('Amazing!')
    expect(requests[1]?.shown).toEqual([{ point: 'reader', from: 13, to: 20 }])
  })

  it('drops a guess that the learner declines', async () => {
    const requests = givenEvaluations(makeEvaluation('3', { points: [makePoint('reader', { spans: [[13, 20]] })] }))
    const view = await write('Write a note for Ana')
    await press(view, 'No')
    expect(view.dialog.queryByText(/Is this where you say it/)).toBe(null)
    expect(view.dialog.getByRole('button', { name: 'I did say it' })).toBeTruthy()
    expect(requests.length).toBe(1)
  })

  it('keeps the marks of an earlier visit', async () => {
    const requests = givenEvaluations(
      makeEvaluation('3', {
        points: [makePoint('note'), makePoint('reader', { state: 'shown', spans: [[13, 20]] })],
      }),
    )
    const view = await write('Write a note for Ana')
    await press(view, 'I did say it')
    const panel = within(screen.getByRole('dialog', { name: 'Tap the words that say it' }))
    await view.user.click(panel.getByRole('button', { name: 'note' }))
    await view.user.click(panel.getByRole('button', { name: 'These words say it' }))
    await waitFor(() =>
      expect(requests[1]?.shown).toEqual([
        { point: 'reader', from: 13, to: 20 },
        { point: 'note', from: 8, to: 12 },
      ]),
    )
  })

  it('can be undone for found and marked points', async () => {
    const requests = givenEvaluations(shown, makeEvaluation('3'))
    const view = await write('Write a note for Ana')
    await press(view, 'That isn’t it: The reader')
    await view.dialog.findByText('Oops!')
    expect(requests[1]?.shown).toEqual([{ point: 'reader', from: 0, to: 0 }])
    expect(document.activeElement?.textContent).toBe('The reader')
  })

  it('carries marks over to the next version, which "Add it" starts at the end of the text', async () => {
    const half = makeEvaluation('3', {
      points: [makePoint('note'), makePoint('reader', { state: 'shown', spans: [[13, 20]] })],
    })
    const requests = givenEvaluations(
      makeEvaluation('2', { points: [makePoint('note'), makePoint('reader', { spans: [[13, 20]] })] }),
      half,
    )
    const view = await write('Write a note for Ana')
    await press(view, 'Yes')
    await view.dialog.findByText('3 out of 5')
    await press(view, 'Add it')
    expect(view.dialog.getByText('Add: Say the note.')).toBeTruthy()
    const box = view.dialog.getByRole('textbox')
    expect(document.activeElement).toBe(box)
    expect(box).toHaveProperty('selectionStart', 'Write a note for Ana'.length)
    await submit(view, ', warm')
    await view.dialog.findByText('3 out of 5')
    expect(requests[2]).toMatchObject({
      prompt: 'Write a note for Ana, warm',
      shown: [{ point: 'reader', from: 13, to: 20 }],
    })
  })
})
