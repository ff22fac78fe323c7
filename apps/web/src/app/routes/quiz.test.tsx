import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { saveProgress } from '../../features/onboarding/api.ts'
import { useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { useAppSettings } from '../shell/quiz-header.tsx'
import { QuizPage } from './quiz.tsx'

const felt = vi.hoisted(() => vi.fn<(feeling: string) => void>())
vi.mock('../../lib/feel.ts', () => ({ feel: felt, canVibrate: () => false }))

const option = (id: string) => ({ id, label: `Label ${id}` })
const quiz = {
  variant: 1,
  version: 1,
  language: 'en',
  steps: [
    {
      id: 'often',
      kind: 'single',
      title: 'How often?',
      text: '',
      options: [{ ...option('never'), reply: 'Then start here.' }, option('daily')],
    },
    {
      id: 'where',
      kind: 'multiple',
      title: 'Where?',
      text: 'All that fit.',
      options: [option('home'), option('job'), { ...option('none'), isExclusive: true }],
    },
    { id: 'know', kind: 'information', title: 'Good to know', text: 'Five minutes.', options: [] },
  ],
}
const saved: unknown[] = []

beforeEach(() => {
  saved.length = 0
  felt.mockClear()
  api.use(
    http.get(at('/api/quizzes/{variant}/{version}'), ({ params }) =>
      params.variant === '1' && params.version === '1' ? answer(quiz) : refusal(404, 'quiz_not_found'),
    ),
    http.put(at('/api/onboarding/{onboardingId}'), async ({ request }) => {
      saved.push(await request.json())
      return answer({ step: 1 })
    }),
  )
})
afterEach(async () => {
  // A quiz still on screen would save the cleared answers as new ones.
  cleanup()
  useOnboardingProgress.setState(useOnboardingProgress.getInitialState())
  // Waits for pending requests.
  await saveProgress()
  useAppSettings.setState({ isDrawerMenuOpen: false })
})

const show = (address = '/quiz/f1/1/v1') =>
  renderPage(
    <Switch>
      <Route path="/quiz/*" component={QuizPage} />
      <Route>
        <h1>Elsewhere</h1>
      </Route>
    </Switch>,
    address,
  )
const back = () => screen.findByRole('button', { name: 'Back' })

const openDrawer = async (view: ReturnType<typeof show>): Promise<void> => {
  await screen.findByText('Step 1 of 3')
  await view.user.click(screen.getByRole('button', { name: 'Open the menu' }))
}
const isStoredOpen = (): boolean => JSON.parse(localStorage.getItem('app-storage') ?? '').state.isDrawerMenuOpen

it('keeps its header, with the focus in it, while the quiz loads', async () => {
  let arrive: ((answered: Response) => void) | undefined
  const arrives = new Promise<Response>((resolve) => {
    arrive = resolve
  })
  api.use(http.get(at('/api/quizzes/{variant}/{version}'), () => arrives))
  show()
  const menu = screen.getByRole('button', { name: 'Open the menu' })
  menu.focus()
  arrive?.(answer(quiz))
  await screen.findByText('Step 1 of 3')
  expect(document.activeElement).toBe(menu)
})

const where = (): string[] | undefined => useOnboardingProgress.getState().answers.where

describe('a quiz step', () => {
  it('shows its number and the total, and a single choice moves on by itself', async () => {
    const view = show()
    expect(await screen.findByText('Step 1 of 3')).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Label daily' }))
    expect(await screen.findByRole('heading', { name: 'Where?' })).toBeTruthy()
    expect(view.address()).toBe('/quiz/f1/2/v1')
  })

  it('is felt with each choice', async () => {
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Label daily' }))
    expect(felt.mock.calls).toEqual([['choice']])
    await view.user.click(await screen.findByRole('checkbox', { name: 'Label job' }))
    expect(felt.mock.calls).toEqual([['choice'], ['choice']])
  })

  it('moves on from a multiple choice by the button, once an option is chosen', async () => {
    const view = show('/quiz/f1/2/v1')
    const job = await screen.findByRole('checkbox', { name: 'Label job' })
    const goOn = screen.getByRole('button', { name: 'Continue' })
    expect(goOn).toHaveProperty('disabled', true)
    await view.user.click(job)
    expect(goOn).toHaveProperty('disabled', false)
    await view.user.click(job)
    expect(goOn).toHaveProperty('disabled', true)
    await view.user.click(job)
    await view.user.click(goOn)
    expect(view.address()).toBe('/quiz/f1/3/v1')
    expect(useOnboardingProgress.getState().answers).toEqual({ where: ['job'] })
  })

  it('deselects the other answers for an exclusive one, and the other way around', async () => {
    const view = show('/quiz/f1/2/v1')
    await view.user.click(await screen.findByRole('checkbox', { name: 'Label job' }))
    await view.user.click(screen.getByRole('checkbox', { name: 'Label none' }))
    expect(where()).toEqual(['none'])
    expect(screen.getByRole('checkbox', { name: 'Label job' })).toHaveProperty('checked', false)
    await view.user.click(screen.getByRole('checkbox', { name: 'Label home' }))
    expect(where()).toEqual(['home'])
  })

  it('repairs an older contradictory answer before it is sent', async () => {
    useOnboardingProgress.setState({
      quiz: { variant: 1, version: 1 },
      step: 3,
      answers: { where: ['job', 'none'], often: ['daily'] },
    })
    show('/quiz/f1/3/v1')
    await waitFor(() => expect(saved.at(-1)).toMatchObject({ answers: { where: ['job'], often: ['daily'] } }))
  })

  it('leads from the last step to the processing screen', async () => {
    const view = show('/quiz/f1/3/v1')
    await view.user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(view.address()).toBe('/onboarding/processing')
  })

  it('keeps the answers in this browser and sends all of them with the furthest step', async () => {
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Label never' }))
    await view.user.click(await screen.findByRole('checkbox', { name: 'Label home' }))
    await view.user.click(screen.getByRole('button', { name: 'Continue' }))
    const answers = { often: ['never'], where: ['home'] }
    await waitFor(() => expect(saved.at(-1)).toEqual({ variant: 1, version: 1, step: 3, answers }))
    const stored = JSON.parse(localStorage.getItem('onboarding-storage') ?? '')
    expect(stored.state).toMatchObject({ answers, step: 3 })
    expect(stored.state.onboardingId).toMatch(/^[\da-f-]{36}$/)
  })

  it('shows the previous answer', async () => {
    useOnboardingProgress.setState({ quiz: { variant: 1, version: 1 }, step: 2, answers: { often: ['daily'] } })
    show()
    await screen.findByText('Step 1 of 3')
    const chosen = await screen.findByRole('button', { name: 'Label daily' })
    expect(chosen.getAttribute('aria-pressed')).toBe('true')
  })

  it('says when the quiz failed to load, and retries', async () => {
    api.use(http.get(at('/api/quizzes/{variant}/{version}'), () => HttpResponse.error(), { once: true }))
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Step 1 of 3')).toBeTruthy()
  })
})

describe('the first step', () => {
  it('promises a plan and says how long it takes; the second one promises nothing', async () => {
    const view = show()
    expect(await screen.findByText('Your own AI plan, in one minute')).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Label daily' }))
    await screen.findByRole('heading', { name: 'Where?' })
    expect(screen.queryByText('Your own AI plan, in one minute')).toBe(null)
  })
})

describe('the reply to an answer', () => {
  it('is on the next step, if the answer has one', async () => {
    const view = show()
    await view.user.click(await screen.findByRole('button', { name: 'Label never' }))
    expect(await screen.findByText('Then start here.')).toBeTruthy()
    view.unmount()
    show()
    await view.user.click(await screen.findByRole('button', { name: 'Label daily' }))
    await screen.findByRole('heading', { name: 'Where?' })
    expect(screen.queryByText('Then start here.')).toBe(null)
  })
})

/** Repeated until the script that listens has loaded. */
const press = (key: string, check: () => void) =>
  waitFor(() => {
    fireEvent.keyDown(anOption(), { key })
    check()
  })
const anOption = (): Element => document.querySelector('[role=group] :is(button, input)') ?? document.body
const touchesAt = (clientX: number, clientY: number) =>
  Object.assign([{ clientX, clientY }], { item: () => ({ clientX, clientY }) })

const swipe = (fromX: number, toX: number, toY = 100): void => {
  const target = screen.getByRole('heading', { level: 1 })
  fireEvent.touchStart(target, { touches: touchesAt(fromX, 100) })
  fireEvent.touchEnd(target, { changedTouches: touchesAt(toX, toY) })
}

describe('keys and swipes', () => {
  it('chooses by number, and goes on with Enter once something is chosen', async () => {
    const view = show()
    await screen.findByText('Step 1 of 3')
    await press('2', () => expect(useOnboardingProgress.getState().answers).toEqual({ often: ['daily'] }))
    await screen.findByRole('heading', { name: 'Where?' })
    fireEvent.keyDown(document.body, { key: 'Enter' })
    expect(view.address()).toBe('/quiz/f1/2/v1')
    fireEvent.keyDown(document.body, { key: '1' })
    fireEvent.keyDown(screen.getByRole('heading', { name: 'Where?' }), { key: '1' })
    expect(where()).toBe(undefined)
    fireEvent.keyDown(anOption(), { key: '1' })
    fireEvent.keyDown(document.body, { key: 'Enter' })
    await waitFor(() => expect(view.address()).toBe('/quiz/f1/3/v1'))
    expect(where()).toEqual(['home'])
  })

  it('leaves the keys alone while the menu is open', async () => {
    const view = show()
    await openDrawer(view)
    fireEvent.keyDown(anOption(), { key: '2' })
    expect(useOnboardingProgress.getState().answers).toEqual({})
    await view.user.click(screen.getByRole('button', { name: 'Close' }))
    await press('2', () => expect(useOnboardingProgress.getState().answers).toEqual({ often: ['daily'] }))
  })

  it('swipes back, and forward only over an answered step', async () => {
    const view = show('/quiz/f1/2/v1')
    await screen.findByText('Step 2 of 3')
    swipe(300, 100)
    expect(view.address()).toBe('/quiz/f1/2/v1')
    await view.user.click(screen.getByRole('checkbox', { name: 'Label job' }))
    await waitFor(() => {
      swipe(300, 100)
      expect(view.address()).toBe('/quiz/f1/3/v1')
    })
    await waitFor(() => {
      swipe(100, 300)
      expect(view.address()).toBe('/quiz/f1/2/v1')
    })
    swipe(100, 300, 260)
    swipe(100, 140)
    swipe(10, 300)
    expect(view.address()).toBe('/quiz/f1/2/v1')
  })
})

describe('an unknown step in the address', () => {
  it.each(['/quiz/f9/1/v1', '/quiz/f1/1/v7', '/quiz/f1/4/v1', '/quiz/f1/0/v1', '/quiz/f1/1', '/quiz/x'])(
    '%s leads to the first step of variant 1, version 1',
    async (address) => {
      const view = show(address)
      await screen.findByText('Step 1 of 3')
      expect(view.address()).toBe('/quiz/f1/1/v1')
    },
  )

  it('shows an error for an unknown first quiz instead of redirecting forever', async () => {
    api.use(http.get(at('/api/quizzes/{variant}/{version}'), () => refusal(404, 'quiz_not_found')))
    show()
    expect(await screen.findByText('The quiz didn’t load. Please try again.')).toBeTruthy()
  })
})

describe('the quiz header', () => {
  it('has the full logo and no back button on the first step, only the mark on the others', async () => {
    const view = show()
    await screen.findByText('Step 1 of 3')
    expect(screen.getByText('Kitewise')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Back' })).toBe(null)
    view.unmount()
    show('/quiz/f1/2/v1')
    await screen.findByText('Step 2 of 3')
    expect(screen.queryByText('Kitewise')).toBe(null)
    expect(screen.getByRole('img', { name: 'Kitewise' })).toBeTruthy()
  })

  it('goes back to the previous step, then is locked for 800 ms', async () => {
    const view = show('/quiz/f1/3/v1')
    await screen.findByText('Step 3 of 3')
    const began = performance.now()
    await view.user.click(await back())
    await waitFor(() => expect(view.address()).toBe('/quiz/f1/2/v1'))
    expect(await back()).toHaveProperty('disabled', true)
    await waitFor(async () => expect(await back()).toHaveProperty('disabled', false), { timeout: 3_000 })
    expect(performance.now() - began).toBeGreaterThan(795)
  })
})

describe('the drawer', () => {
  it('has four links, and keeps its open state in app-storage', async () => {
    const view = show()
    await openDrawer(view)
    expect(
      within(screen.getByRole('dialog'))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/terms', '/privacy', '/subscription-terms', '/support'])
    expect(isStoredOpen()).toBe(true)
  })

  it.each([
    ['the close button', () => screen.getByRole('button', { name: 'Close' })],
    ['the overlay', () => screen.getByRole('dialog')],
  ])('is closed by %s', async (_, find) => {
    const view = show()
    await openDrawer(view)
    await view.user.click(find())
    expect(screen.queryByRole('dialog')).toBe(null)
    expect(isStoredOpen()).toBe(false)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open the menu' }))
  })

  it('closes when a link is chosen, which opens', async () => {
    const view = show()
    await openDrawer(view)
    await view.user.click(screen.getByRole('link', { name: 'Privacy' }))
    expect(view.address()).toBe('/privacy')
    expect(isStoredOpen()).toBe(false)
  })
})
