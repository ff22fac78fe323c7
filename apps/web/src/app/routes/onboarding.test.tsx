import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
// Loaded here, so that no test waits for it.
import '../../features/practice/components/free-task-dialog.tsx'
import { makeEvaluation } from '../../test-support/make-evaluation.ts'
import { renderPage } from '../../test-support/render-page.tsx'
import { OnboardingEmailPage } from './onboarding-email.tsx'
import { OnboardingProcessingPage } from './onboarding-processing.tsx'
import { OnboardingResultPage } from './onboarding-result.tsx'

const felt = vi.hoisted(() => vi.fn<(feeling: string) => void>())
vi.mock('../../lib/feel.ts', () => ({ feel: felt, canVibrate: () => false }))

const plan = {
  readinessScore: 42,
  readinessLevel: 'intermediate',
  skillLabel: 'Beginner',
  growth: [42, 53, 62, 69, 75].map((score, week) => ({ week, score })),
  dailyMinutes: 15,
  course: {
    id: 'ai-zero',
    title: 'AI from Zero',
    description: 'The first hours.',
    image: { url: '/covers/ai-zero.svg', alternativeText: 'A kite', formats: {} },
  },
  firstLesson: { title: 'Get set up', intro: 'Send your first prompt.', minutes: 6 },
  nextCourse: 'Words at Work',
  said: [
    { about: 'goal', answer: 'My writing gets done faster', reply: '' },
    { about: 'worry', answer: 'It makes things up', reply: 'You’ll practice finding mistakes.' },
  ],
  lessonLanguages: { total: 104, translated: 21, wholeCourses: ['AI from Zero'] },
  aheadPercent: 82,
  miniTask: {
    practiceId: 'p1',
    promptCreation: { title: 'Three ideas', description: '', fullDescription: 'Ask for **ideas**.', tip: 'Say where.' },
  },
}
const planCall = at('/api/onboarding/{onboardingId}/plan')
const saveCall = at('/api/onboarding/{onboardingId}')
const taskCall = at('/api/onboarding/{onboardingId}/evaluate-prompt')
const registerCall = at('/api/product-user/register')

beforeEach(() => {
  felt.mockClear()
  useOnboardingProgress.setState({ quiz: { variant: 1, version: 1 }, step: 3, answers: { a: ['b'] } })
})
afterEach(() => {
  useOnboardingProgress.setState(useOnboardingProgress.getInitialState())
  vi.restoreAllMocks()
})

const show = (address: string) =>
  renderPage(
    <Switch>
      <Route path="/onboarding/processing" component={OnboardingProcessingPage} />
      <Route path="/onboarding/result" component={OnboardingResultPage} />
      <Route path="/onboarding/email" component={OnboardingEmailPage} />
      <Route>
        <h1>Elsewhere</h1>
      </Route>
    </Switch>,
    address,
  )

const givenStillness = () => vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
const givenPlan = (changes: object = {}): void => api.use(http.post(planCall, () => answer({ ...plan, ...changes })))
const evaluation = (score: string) => makeEvaluation(score, { recommendedPrompt: 'Three ideas for Porto.' })
/** An `img` without a name has no role. */
const pictures = () => [...document.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
const submit = (view: ReturnType<typeof show>) => view.user.click(screen.getByRole('button', { name: 'Continue' }))
const onboardingId = () => useOnboardingProgress.getState().onboardingId
const tryTask = async () => {
  givenPlan()
  const view = show('/onboarding/result')
  await view.user.click(await screen.findByRole('button', { name: 'Try it' }))
  await view.user.click(await screen.findByLabelText('Your prompt'))
  await view.user.paste('Ideas, please')
  await view.user.click(screen.getByRole('button', { name: 'Submit' }))
  return view
}

it.each(['processing', 'result', 'email'])('/onboarding/%s leads to the quiz when it was not started', (page) => {
  useOnboardingProgress.setState({ quiz: null })
  expect(show(`/onboarding/${page}`).address()).toBe('/quiz/f1/1/v1')
})

describe('the plan on screen', () => {
  afterEach(() => void Reflect.deleteProperty(Element.prototype, 'getAnimations'))

  it('counts the score up to its value, which screen readers hear at once', async () => {
    givenPlan()
    const timing = { endTime: 1_100, progress: 0.5 }
    const motion = {
      finished: new Promise(() => undefined),
      updatePlaybackRate: () => undefined,
      effect: { getComputedTiming: () => timing },
    }
    Object.assign(Element.prototype, { getAnimations: () => [motion] })
    show('/onboarding/result')
    const ring = await screen.findByRole('progressbar', { name: 'Readiness score' })
    expect(ring.getAttribute('aria-valuetext')).toBe('42 of 100')
    await waitFor(() => expect(ring.textContent).toBe('37'))
    expect(felt.mock.calls).toEqual([['peak']])
    timing.progress = 1
    await waitFor(() => expect(ring.textContent).toBe('42'))
  })

  it('shows the score at once where nothing may move', async () => {
    givenStillness()
    givenPlan()
    show('/onboarding/result')
    expect((await screen.findByRole('progressbar', { name: 'Readiness score' })).textContent).toBe('42')
  })

  it('names the first win, shows the cover, and says what follows from each answer', async () => {
    givenPlan()
    const view = show('/onboarding/result')
    expect(await screen.findByText('Get set up')).toBeTruthy()
    expect(pictures()).toEqual(['/covers/ai-zero.svg'])
    const lines = [
      ...(screen.getByRole('heading', { name: 'Made from your answers' }).parentElement?.querySelectorAll('li') ?? []),
    ]
    expect(lines.map((line) => line.textContent)).toEqual([
      '“My writing gets done faster”First “AI from Zero”, then “Words at Work”.',
      '“It makes things up”You’ll practice finding mistakes.',
      '15 minutes a dayAbout 3 lessons a day. Miss one, and nothing is lost.',
    ])
    view.unmount()
    givenPlan({ nextCourse: null })
    show('/onboarding/result')
    expect(await screen.findByText('So you start with “AI from Zero”.')).toBeTruthy()
  })

  it('shows the climb in points', async () => {
    givenPlan()
    show('/onboarding/result')
    expect(await screen.findByText('+33')).toBeTruthy()
  })

  it('says why it starts with fewer minutes than chosen, and only then', async () => {
    givenPlan({ dailyMinutes: 5, smallerStart: { chosenMinutes: 15, because: 'I have very little time' } })
    const view = show('/onboarding/result')
    expect(await screen.findByText(/You chose 15 minutes a day.*“I have very little time”.*starts with 5/)).toBeTruthy()
    view.unmount()
    givenPlan({ smallerStart: null })
    show('/onboarding/result')
    await screen.findByText('15 minutes a day')
    expect(screen.queryByText(/You chose/)).toBe(null)
  })

  it('leads back to the last step of its quiz when the visit starts here', async () => {
    useOnboardingProgress.setState({ quiz: { variant: 2, version: 1 }, step: 12 })
    givenPlan()
    const view = show('/onboarding/result')
    await view.user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(view.address()).toBe('/quiz/f2/12/v1')
  })
})

describe('creating the plan', () => {
  it('sends the answers, requests the plan, and opens it at once with reduced motion', async () => {
    givenStillness()
    const calls: string[] = []
    api.use(
      http.put(saveCall, () => {
        calls.push('answers')
        return answer({ step: 3 })
      }),
      http.post(planCall, () => {
        calls.push('plan')
        return answer(plan)
      }),
    )
    const view = show('/onboarding/processing')
    expect(screen.getByRole('heading', { name: 'Creating your personal plan' })).toBeTruthy()
    await screen.findByRole('heading', { name: 'Your personal plan' })
    expect(view.address()).toBe('/onboarding/result')
    expect(calls.slice(0, 2)).toEqual(['answers', 'plan'])
  })

  it('says that it failed, and can be retried', async () => {
    givenStillness()
    api.use(
      http.put(saveCall, () => refusal(500, 'internal_error')),
      http.post(planCall, () => answer(plan)),
    )
    const view = show('/onboarding/processing')
    await screen.findByText('We couldn’t make your plan. Your answers are safe. Please try again.')
    api.use(http.put(saveCall, () => answer({ step: 3 })))
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Your personal plan' })).toBeTruthy()
  })
})

describe('the plan', () => {
  it('states the language of the lessons', async () => {
    givenPlan()
    show('/onboarding/result')
    expect(await screen.findByText(/^21 of 104 lessons are in English, including all of “AI from Zero”\./)).toBeTruthy()
  })

  it('shows score, level, skill, the claim, and four weeks of growth in words', async () => {
    givenPlan()
    show('/onboarding/result')
    await screen.findByText('Beginner')
    expect(screen.getByText('Readiness: intermediate')).toBeTruthy()
    expect(screen.getByText('You’re ahead of 82% of beginners.')).toBeTruthy()
    for (const line of ['Now: 42 of 100', 'Week 1: 53 of 100', 'Week 4: 75 of 100'])
      expect(screen.getByText(line)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/onboarding/email')
  })

  it('leaves out the claim when the brand has none, and shows the AI Master level', async () => {
    givenPlan({ aheadPercent: null, skillLabel: 'AI Master', readinessLevel: 'high' })
    show('/onboarding/result')
    await screen.findByText('AI Master')
    expect(screen.getByText('Readiness: high')).toBeTruthy()
    expect(screen.queryByText(/ahead of/)).toBe(null)
  })

  it('is requested with all answers again when the server has forgotten the onboarding', async () => {
    const saved: unknown[] = []
    api.use(
      http.post(planCall, () => (saved.length > 0 ? answer(plan) : refusal(404, 'onboarding_not_found'))),
      http.put(saveCall, async ({ request }) => {
        saved.push(await request.json())
        return answer({ step: 3 })
      }),
    )
    show('/onboarding/result')
    await screen.findByText('Beginner')
    expect(saved).toEqual([{ variant: 1, version: 1, step: 3, answers: { a: ['b'] } }])
  })

  it.each([
    ['3', 'Oops!', true],
    ['4', 'Amazing!', false],
  ])('scores its free task: %s is %s', async (score, title, hasSuggestion) => {
    const sent: unknown[] = []
    api.use(
      http.post(taskCall, async ({ request }) => {
        sent.push(await request.json())
        return answer({ evaluation: evaluation(score) })
      }),
    )
    await tryTask()
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(`${score} out of 5`)).toBeTruthy()
    expect(screen.queryByRole('figure', { name: 'Suggested prompt' }) !== null).toBe(hasSuggestion)
    expect(sent).toEqual([{ prompt: 'Ideas, please' }])
  })

  it('keeps the text when scoring fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    api.use(http.post(taskCall, () => HttpResponse.error()))
    await tryTask()
    expect(await screen.findByText('Error evaluating prompt. Please try again.')).toBeTruthy()
    expect(screen.getByLabelText('Your prompt')).toHaveProperty('value', 'Ideas, please')
    expect(localStorage.getItem('onboarding-storage')).toContain('Ideas, please')
    expect(log).toHaveBeenCalledOnce()
  })

  it('says when there were too many attempts at the free task', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    api.use(http.post(taskCall, () => refusal(429, 'too_many_requests')))
    await tryTask()
    expect(await screen.findByText('That was a lot of practice for one day. Your plan is waiting.')).toBeTruthy()
  })

  it('keeps the text of the free task for the next try, and says on its card when it has passed', async () => {
    const sent: unknown[] = []
    api.use(
      http.post(taskCall, async ({ request }) => {
        sent.push(await request.json())
        return answer({ evaluation: evaluation(sent.length === 1 ? '2' : '5') })
      }),
    )
    const view = await tryTask()
    await screen.findByRole('heading', { name: 'Oops!' })
    await view.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByText('Free to try')).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Try it' }))
    const box = await screen.findByLabelText('Your prompt')
    expect(box).toHaveProperty('value', 'Ideas, please')
    await view.user.type(box, ' for Porto')
    await view.user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByRole('heading', { name: 'Amazing!' })).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'CONTINUE' }))
    expect(screen.getByText('Passed')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(sent).toEqual([{ prompt: 'Ideas, please' }, { prompt: 'Ideas, please for Porto' }])
  })

  it('accepts marked words for the free task', async () => {
    const sent: unknown[] = []
    api.use(
      http.post(taskCall, async ({ request }) => {
        sent.push(await request.json())
        return answer({ evaluation: evaluation('2') })
      }),
    )
    const view = await tryTask()
    await view.user.click(await screen.findByRole('button', { name: 'I did say it' }))
    await view.user.click(screen.getByRole('button', { name: 'please' }))
    await view.user.click(screen.getByRole('button', { name: 'These words say it' }))
    await waitFor(() =>
      expect(sent[1]).toEqual({ prompt: 'Ideas, please', shown: [{ point: 'reader', from: 7, to: 13 }] }),
    )
  })
})

describe('the e-mail step', () => {
  const sent: unknown[] = []
  beforeEach(() => {
    sent.length = 0
    api.use(
      http.post(registerCall, async ({ request }) => {
        sent.push(await request.json())
        return answer({ email: 'ana@example.com', registrationToken: 'a-token' })
      }),
    )
  })
  const [terms, marketing] = [/I am 16 or older/, /may send me learning tips/]
  const fillIn = async () => {
    const view = show('/onboarding/email')
    await view.user.type(screen.getByRole('textbox', { name: 'Email' }), 'Ana@Example.com')
    await view.user.click(screen.getByRole('checkbox', { name: terms }))
    return view
  }

  it('preselects nothing, links the legal pages, and says what is missing', async () => {
    const view = show('/onboarding/email')
    for (const box of screen.getAllByRole('checkbox')) expect(box).toHaveProperty('checked', false)
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/terms', '/subscription-terms', '/privacy'])
    await submit(view)
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
    expect(screen.getByText('Please agree to the terms and confirm that you are 16 or older.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('focuses the first invalid field', async () => {
    const view = show('/onboarding/email')
    await submit(view)
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    await view.user.type(screen.getByLabelText('Email'), 'ana@example.com')
    await submit(view)
    expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0])
  })

  it.each([
    ['checked', true],
    ['left empty', false],
  ])('asks about marketing mail once, with the box: %s', async (state, marketingConsent) => {
    const view = await fillIn()
    if (state === 'checked') await view.user.click(screen.getByRole('checkbox', { name: marketing }))
    await submit(view)
    await waitFor(() => expect(view.address()).toBe('/onboarding/offer'))
    expect(screen.queryByRole('dialog')).toBe(null)
    expect(sent).toEqual([
      { onboardingId: onboardingId(), email: 'Ana@Example.com', termsAccepted: true, marketingConsent },
    ])
    expect(JSON.parse(sessionStorage.getItem('registration') ?? '')).toEqual({
      email: 'ana@example.com',
      registrationToken: 'a-token',
    })
  })

  it('sends the first name if one is given, and keeps it', async () => {
    const view = await fillIn()
    await view.user.type(screen.getByRole('textbox', { name: 'First name (optional)' }), ' Ana ')
    await submit(view)
    await waitFor(() => expect(sent).toMatchObject([{ firstName: 'Ana' }]))
    view.unmount()
    show('/onboarding/email')
    expect(screen.getByRole('textbox', { name: 'First name (optional)' })).toHaveProperty('value', ' Ana ')
  })

  it.each([
    [
      'too many requests',
      () => refusal(429, 'too_many_requests'),
      'Too many attempts. Please wait a little and try again.',
    ],
    ['a lost connection', () => HttpResponse.error(), 'That didn’t work. Please try again.'],
    [
      'an address that the server rejects',
      () => refusal(400, 'invalid_request'),
      'Please enter a valid email address.',
    ],
  ])('shows an error after %s', async (_, respond, sentence) => {
    api.use(http.post(registerCall, respond))
    const view = await fillIn()
    await submit(view)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(view.address()).toBe('/onboarding/email')
  })
})
