import type { ReviewItem } from '@kitewise/contract/review'
import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useLearnerOutbox } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { makeEvaluation } from '../../test-support/make-evaluation.ts'
import {
  givenReview,
  makeReviewExercise,
  makeReviewPrompt,
  makeReviewQuestion,
  makeReviewSession,
} from '../../test-support/make-review.ts'
import { givenStreak } from '../../test-support/make-streak.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { BoostPage } from './boost.tsx'

const answerPath = at('/api/product-user/review/answer')
const promptPath = at('/api/product-user/review/prompt')
const button = (name: string) => screen.getByRole('button', { name })

const languageOf = (text: string) => screen.getByText(text).closest('[lang]')?.getAttribute('lang')

beforeEach(() => {
  session.setToken('a-token')
  givenStreak()
})

/** Marks `b` as right; `sent` collects the answers. */
const givenVerdicts = (sent: unknown[] = []): unknown[] => {
  api.use(
    http.post(answerPath, async ({ request }) => {
      const body = (await request.json()) as { optionId: string }
      sent.push(body)
      const isCorrect = body.optionId === 'b'
      return answer({
        isCorrect,
        correctOptionId: 'b',
        message: isCorrect ? 'Yes, the second.' : 'No, not that one.',
        feedback: isCorrect ? 'Yes, the second.' : 'The first is first.',
        isCounted: true,
        day: '2040-05-12',
        doneToday: sent.length,
        comesBackOn: isCorrect ? '2040-05-16' : '2040-05-13',
      })
    }),
  )
  return sent
}

const open = async (...items: ReviewItem[]) => {
  givenReview({ items }, { state: 'done', doneToday: items.length, nextDay: '2040-05-13' })
  const view = renderPage(<BoostPage />, '/boost')
  await screen.findByRole('heading', { name: 'Today’s practice' })
  return view
}

const write = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(button('Start Practice'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'Write a note')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  return dialog
}

const answerRight = async (user: Awaited<ReturnType<typeof open>>['user'], question: string) => {
  const group = await screen.findByRole('group', { name: question })
  await user.click(within(group).getByLabelText('The second'))
  await user.click(button('Submit'))
  await user.click(await screen.findByRole('button', { name: 'CONTINUE' }))
}

describe('a returning question', () => {
  it('is sent with its turn, marked right, and shows the day when it returns', async () => {
    const sent = givenVerdicts()
    const { user } = await open(makeReviewQuestion('q1'), makeReviewQuestion('q2'))
    expect(button('Submit')).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('The second'))
    await user.click(button('Submit'))
    expect(await screen.findByText('Correct answer')).toBeTruthy()
    expect(screen.getByText('Yes, the second.')).toBeTruthy()
    expect(screen.getByText('Comes back in 4 days.')).toBeTruthy()
    expect(screen.getByText('1 of 2')).toBeTruthy()
    expect(sent).toEqual([{ practiceId: 'q1', turn: 3, optionId: 'b' }])
  })

  it('is explained after a wrong answer, returns tomorrow, and links to its lesson', async () => {
    givenVerdicts()
    const { user } = await open(makeReviewQuestion('q1', { isMistake: true }))
    expect(screen.getByText('You missed this one last time')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'First lesson' }).getAttribute('href')).toBe(
      '/course/c1/lesson/l1/learn?fragment=2',
    )
    await user.click(screen.getByLabelText('The first'))
    await user.click(button('Submit'))
    expect(await screen.findByText('The first is first.')).toBeTruthy()
    expect(screen.getByLabelText('The second Right answer')).toBeTruthy()
    expect(screen.getByText('Comes back tomorrow.')).toBeTruthy()
  })

  it('gives way to the next one, which gets the focus; the last one leads to the end of the day', async () => {
    givenVerdicts()
    const { user } = await open(makeReviewQuestion('q1'), makeReviewQuestion('q2'))
    await answerRight(user, 'Question q1?')
    expect(document.activeElement?.textContent).toContain('Question q2?')
    await answerRight(user, 'Question q2?')
    const end = await screen.findByRole('heading', { name: 'That’s all for today' })
    expect(document.activeElement).toBe(end)
    expect(screen.getByText(/^2 tasks kept fresh\..* The next practice is tomorrow\.$/)).toBeTruthy()
  })

  it('can be postponed until the others are done, except the last one', async () => {
    givenVerdicts()
    const { user } = await open(makeReviewQuestion('q1'), makeReviewQuestion('q2'))
    await user.click(button('Later'))
    await answerRight(user, 'Question q2?')
    expect(await screen.findByRole('group', { name: 'Question q1?' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Later' })).toBe(null)
  })

  it('keeps the choice when sending fails, and can be sent again', async () => {
    api.use(http.post(answerPath, () => refusal(500, 'internal_error')))
    const { user } = await open(makeReviewQuestion('q1'))
    await user.click(screen.getByLabelText('The second'))
    await user.click(button('Submit'))
    expect(await screen.findByText('Your answer wasn’t sent. Please try again.')).toBeTruthy()
    expect(screen.getByLabelText('The second')).toHaveProperty('checked', true)
    const failure = screen.getByText('Your answer wasn’t sent. Please try again.')
    expect(button('Submit').parentElement?.contains(failure)).toBe(true)
    givenVerdicts()
    await user.click(button('Submit'))
    expect(await screen.findByText('Correct answer')).toBeTruthy()
    expect(screen.queryByText('Your answer wasn’t sent. Please try again.')).toBe(null)
  })

  it("marks the language of its own text, but not of buttons, when it differs from the app's", async () => {
    givenVerdicts()
    const { user } = await open(makeReviewQuestion('q1', { language: 'ua' }), makeReviewQuestion('q2'))
    for (const words of ['Question q1?', 'The second', 'It is the second one.', 'First lesson'])
      expect([words, languageOf(words)]).toEqual([words, 'uk'])
    for (const words of ['Quick question', 'Hint', 'Submit', 'Later'])
      expect([words, languageOf(words)]).toEqual([words, undefined])
    await user.click(screen.getByLabelText('The second'))
    await user.click(button('Submit'))
    await screen.findByText('Correct answer')
    expect([languageOf('Yes, the second.'), languageOf('Correct answer')]).toEqual(['uk', undefined])
    await user.click(button('CONTINUE'))
    expect(languageOf('Question q2?')).toBe(undefined)
  })

  it('returns tomorrow, by the new day, when answered after midnight', async () => {
    const outcome = { isCounted: true, day: '2040-05-13', doneToday: 1, comesBackOn: '2040-05-14' }
    api.use(
      http.post(answerPath, () =>
        answer({ isCorrect: false, correctOptionId: 'b', message: 'No.', feedback: 'No.', ...outcome }),
      ),
    )
    const { user } = await open(makeReviewQuestion('q1'))
    await user.click(screen.getByLabelText('The first'))
    await user.click(button('Submit'))
    expect(await screen.findByText('Comes back tomorrow.')).toBeTruthy()
  })

  it('is requested again when its options have changed', async () => {
    api.use(http.post(answerPath, () => refusal(400, 'invalid_request')))
    givenReview({ items: [makeReviewQuestion('q1')] }, { items: [makeReviewQuestion('q1, told anew')] })
    const { user } = renderPage(<BoostPage />, '/boost')
    await user.click(await screen.findByLabelText('The second'))
    await user.click(button('Submit'))
    await screen.findByRole('group', { name: 'Question q1, told anew?' })
    expect(document.activeElement?.textContent).toContain('Question q1, told anew?')
  })

  it('gives way to the next one when its course no longer has it', async () => {
    api.use(http.post(answerPath, () => refusal(404, 'not_found')))
    const { user } = await open(makeReviewQuestion('q1'), makeReviewQuestion('q2'))
    await user.click(screen.getByLabelText('The second'))
    await user.click(button('Submit'))
    expect(await screen.findByRole('group', { name: 'Question q2?' })).toBeTruthy()
  })
})

/** Counts an answer to an exercise, and returns the request bodies. */
const givenCount = (isCorrect: boolean): unknown[] => {
  const sent: unknown[] = []
  api.use(
    http.post(at('/api/product-user/review/exercise'), async ({ request }) => {
      sent.push(await request.json())
      const comesBackOn = isCorrect ? '2040-05-15' : '2040-05-13'
      return answer({ isCorrect, isCounted: true, day: '2040-05-12', doneToday: 1, comesBackOn })
    }),
  )
  return sent
}

describe('a returning exercise', () => {
  it('is checked, counted, and shows the day when it returns', async () => {
    const sent = givenCount(true)
    const { user } = await open(makeReviewExercise('e1'), makeReviewQuestion('q1'))
    expect(button('Check')).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('Green'))
    await user.click(button('Check'))
    expect(await screen.findByText('Correct answer')).toBeTruthy()
    expect(screen.getByText('Comes back in 3 days.')).toBeTruthy()
    expect(sent).toEqual([{ practiceId: 'e1', turn: 3, answer: 'a:green' }])
    await user.click(button('CONTINUE'))
    expect(await screen.findByRole('group', { name: 'Question q1?' })).toBeTruthy()
  })

  it('explains a wrong answer and returns tomorrow', async () => {
    givenCount(false)
    const { user } = await open(makeReviewExercise('e1'))
    await user.click(screen.getByLabelText('Red'))
    await user.click(button('Check'))
    expect(await screen.findByText('Nothing breaks.')).toBeTruthy()
    expect(screen.getByText('Comes back tomorrow.')).toBeTruthy()
  })
})

describe('a returning prompt', () => {
  it('is scored as in a lesson, and CONTINUE moves on', async () => {
    const sent: unknown[] = []
    api.use(
      http.post(promptPath, async ({ request }) => {
        sent.push(await request.json())
        return answer({
          evaluation: makeEvaluation('5'),
          isCounted: true,
          day: '2040-05-12',
          doneToday: 1,
          comesBackOn: '2040-05-20',
        })
      }),
    )
    const { user } = await open(makeReviewPrompt('p1'), makeReviewQuestion('q2'))
    const dialog = await write(user)
    expect(await dialog.findByText('Amazing!')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'CONTINUE' }))
    expect(await screen.findByRole('group', { name: 'Question q2?' })).toBeTruthy()
    expect(sent).toEqual([{ practiceId: 'p1', turn: 3, prompt: 'Write a note' }])
  })

  it('stays after a low score when the dialog is closed, to be retried or left', async () => {
    api.use(
      http.post(promptPath, () =>
        answer({
          evaluation: makeEvaluation('1'),
          isCounted: true,
          day: '2040-05-12',
          doneToday: 1,
          comesBackOn: '2040-05-13',
        }),
      ),
    )
    const { user } = await open(makeReviewPrompt('p1'), makeReviewQuestion('q2'))
    const dialog = await write(user)
    await dialog.findByText('Oops!')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.getByText('Comes back tomorrow.')).toBeTruthy()
    expect(document.activeElement).toBe(button('Repeat task'))
    expect(button('CONTINUE')).toBeTruthy()
  })

  it('says nothing about returning while it stays for today', async () => {
    const uncounted = { isCounted: false, day: '2040-05-12', doneToday: 0, comesBackOn: '2040-05-12' }
    api.use(http.post(promptPath, () => answer({ evaluation: makeEvaluation('2'), ...uncounted })))
    const { user } = await open(makeReviewPrompt('p1'))
    const dialog = await write(user)
    await dialog.findByText('Oops!')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(button('CONTINUE')).toBeTruthy()
    expect(screen.queryByText(/Comes back/)).toBeNull()
  })

  it('keeps its text and the task when scoring fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    api.use(http.post(promptPath, () => refusal(503, 'unavailable')))
    const { user } = await open(makeReviewPrompt('p1'))
    const dialog = await write(user)
    expect(await dialog.findByText('Error evaluating prompt. Please try again.')).toBeTruthy()
    expect(dialog.getByRole('textbox')).toHaveProperty('value', 'Write a note')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/Comes back/)).toBe(null)
    expect(log).toHaveBeenCalledOnce()
    expect(button('Start Practice')).toBeTruthy()
  })

  it('gives way to the next one when its course no longer has it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    api.use(http.post(promptPath, () => refusal(404, 'not_found')))
    const { user } = await open(makeReviewPrompt('p1'), makeReviewQuestion('q2'))
    await write(user)
    expect(await screen.findByRole('group', { name: 'Question q2?' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBe(null)
  })
})

const BoostWithOutbox = () => {
  useLearnerOutbox(learner.id)
  return <BoostPage />
}

it('an answer without a connection says that it waits; once it is sent, the streak and the next practice are there', async () => {
  const waiting = 'Not saved yet. We’ll keep trying.'
  let isOnline = true
  const sent: unknown[] = []
  givenStreak({ current: 7 })
  api.use(
    http.post(at('/api/product-user/review/exercise'), async ({ request }) => {
      if (!isOnline) return HttpResponse.error()
      sent.push(await request.json())
      givenStreak({ current: 8 })
      return answer({ isCorrect: true, isCounted: true, day: '2040-05-12', doneToday: 1, comesBackOn: '2040-05-15' })
    }),
    http.get(at('/api/product-user/review'), () => {
      if (!isOnline) return HttpResponse.error()
      const isDone = sent.length > 0
      const done = { state: 'done', doneToday: 1, nextDay: '2040-05-15' } as const
      return answer(makeReviewSession(isDone ? done : { items: [makeReviewExercise('e1')] }))
    }),
  )
  const { user } = renderPage(<BoostWithOutbox />, '/boost')
  await user.click(await screen.findByLabelText('Green'))
  isOnline = false
  expect(screen.queryByText(waiting)).toBe(null)
  await user.click(button('Check'))
  expect(await screen.findByText('Correct answer')).toBeTruthy()
  expect(await screen.findByText(waiting)).toBeTruthy()
  await user.click(button('CONTINUE'))
  expect(await screen.findByRole('heading', { name: 'That’s all for today' })).toBeTruthy()
  expect(screen.getByText(waiting)).toBeTruthy()

  isOnline = true
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText(/The next practice is in 3 days\.$/)).toBeTruthy()
  expect(await screen.findByRole('img', { name: /8/ })).toBeTruthy()
  expect(screen.queryByText(waiting)).toBe(null)
  expect(sent).toEqual([{ practiceId: 'e1', turn: 3, answer: 'a:green' }])
})

describe('a day without practice', () => {
  it.each([
    ['nothing_due', '2040-05-15', 'Nothing to review today', /The next practice is in 3 days\.$/],
    ['nothing_met', null, 'Your practice starts with a lesson', /just before you’d forget them\.$/],
  ] as const)('gives the reason: %s', async (state, nextDay, title, text) => {
    givenReview({ state, nextDay })
    renderPage(<BoostPage />, '/boost')
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the courses' }).getAttribute('href')).toBe('/courses')
  })

  it('says that it failed to load, and retries', async () => {
    api.use(http.get(at('/api/product-user/review'), () => refusal(500, 'internal_error')))
    const { user } = renderPage(<BoostPage />, '/boost')
    await screen.findByRole('heading', { name: 'Today’s practice didn’t load' })
    givenReview({ items: [makeReviewQuestion('q1')] })
    await user.click(button('Try again'))
    expect(await screen.findByRole('group', { name: 'Question q1?' })).toBeTruthy()
  })
})
