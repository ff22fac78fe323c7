import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerStep, reachStep, useOnboardingProgress } from '../features/onboarding/onboarding-progress.ts'
import { draftOf } from '../lib/drafts.ts'
import { findKept, keepAnswer } from '../lib/kept-reads.ts'
import { listWrites, storeWrite } from '../lib/outbox/outbox.ts'
import { registration } from '../lib/registration.ts'
import { session } from '../lib/session/session.ts'
import { leftScreen } from '../lib/session/wanted-screen.ts'
import { answer, api, at, http, refusal } from '../test-support/api.ts'
import { givenCertificates } from '../test-support/make-certificate.ts'
import { givenReview } from '../test-support/make-review.ts'
import { givenReminders } from '../test-support/make-reminders.ts'
import { givenStreak } from '../test-support/make-streak.ts'
import { learner, renderPage, tokenOf } from '../test-support/render-page.tsx'
import { AppRoutes } from './router.tsx'

const day = 86_400
const subscription = (status: string, endsInDays: number) => ({
  id: 'sub_1',
  status,
  cancel_at_period_end: false,
  current_period_end: Math.floor(Date.now() / 1000) + endsInDays * day,
  items: { data: [] },
})

const meCall = at('/api/product-user/me')
const subscriptionCall = at('/api/user-subscription')

const givenLearner = (user: object = learner): void => api.use(http.get(meCall, () => answer(user)))
const givenSubscriptions = (...subscriptions: object[]): void =>
  api.use(http.get(subscriptionCall, () => answer(subscriptions)))

const givenConsent = (): void =>
  api.use(http.get(at('/api/product-user/marketing-consent'), () => answer({ marketingConsent: false, text: 'Mail' })))

const givenNoSupportViewOrPasskeys = (): void =>
  api.use(
    http.get(at('/api/product-user/support-view'), () => answer({ view: null })),
    http.get(at('/api/product-user/passkeys'), () => answer([])),
    http.get(at('/api/product-user/organization-links'), () => answer([])),
  )

const open = (address: string) => renderPage(<AppRoutes />, address)

beforeEach(() => {
  givenReminders()
  givenStreak()
  givenReview({})
  givenCertificates()
  givenNoSupportViewOrPasskeys()
})

it('asks for the subscription of the address that the server knows, not of the kept one', async () => {
  session.setToken('header.body.signature')
  await keepAnswer(['learner'], { ...learner, email: 'old@kitewise.example' })
  const waiting: (() => void)[] = []
  const asked: (string | null)[] = []
  api.use(
    http.get(meCall, async () => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return answer(learner)
    }),
    http.get(subscriptionCall, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('email'))
      return answer([subscription('active', 30)])
    }),
  )
  givenConsent()
  open('/profile')
  expect(await screen.findByText('old@kitewise.example')).toBeTruthy()
  for (const goOn of waiting) goOn()
  expect(await screen.findByText(learner.email)).toBeTruthy()
  await waitFor(() => expect(asked).toEqual([learner.email]))
})

it('keeps the session when the address was changed elsewhere and only the old profile is known', async () => {
  session.setToken('header.body.signature')
  await keepAnswer(['learner'], { ...learner, email: 'old@kitewise.example' })
  const active = subscription('active', 30)
  api.use(
    http.get(meCall, () => HttpResponse.error()),
    http.get(subscriptionCall, ({ request }) =>
      answer(new URL(request.url).searchParams.get('email') === 'old@kitewise.example' ? [] : [active]),
    ),
  )
  givenConsent()
  const view = open('/profile')
  expect(await screen.findByText('old@kitewise.example')).toBeTruthy()
  await expect.poll(() => findKept(['access-until'])).toBe(active.current_period_end)
  expect(view.address()).toBe('/profile')
  expect(localStorage.getItem('jwt_token')).toBe('header.body.signature')
})

describe('without a session', () => {
  beforeEach(() =>
    api.use(
      http.get(at('/api/plans'), () => answer([])),
      http.get(at('/api/lesson-languages'), () => answer({ translated: 1, total: 1, wholeCourses: [] })),
      http.get(at('/api/i18n/locales'), () => answer([])),
    ),
  )

  it.each([
    '/',
    '/profile',
    '/boost',
    '/month-plan',
    '/dashboard',
    '/courses',
    '/recommended-courses',
    '/course/ai-zero',
    '/course/ai-zero/lesson/l01/start',
    '/course/ai-zero/lesson/l01/learn',
    '/subscription',
    '/change-email',
    '/delete-account',
    '/feedback',
  ])('%s leads to /login', async (address) => {
    const view = open(address)
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(view.address()).toBe('/login')
  })

  it.each([
    ['/plans', 'Select Your Plan'],
    ['/restore-pass', 'Forgot your PIN?'],
    ['/language', 'App language'],
    ['/support', 'Support Center'],
    ['/unsubscribe?token=x', 'Stop our emails?'],
    ['/nowhere', 'This page has flown away'],
  ])('%s is public', async (address, heading) => {
    open(address)
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  })

  it('shows no bottom bar', async () => {
    open('/plans')
    await screen.findByRole('heading', { name: 'Select Your Plan' })
    expect(screen.queryByRole('navigation')).toBe(null)
  })
})

describe('with a session', () => {
  beforeEach(() => {
    session.setToken('a-token')
    givenConsent()
  })

  it('/ leads to /profile, which shows the learner and the bottom bar', async () => {
    givenLearner()
    givenSubscriptions(subscription('active', 3))
    const view = open('/')
    expect(await screen.findByText('ana@example.com')).toBeTruthy()
    expect(view.address()).toBe('/profile')
    const links = screen.getAllByRole('link').filter((link) => link.closest('nav'))
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Kitewise', '/dashboard'],
      ['Courses', '/courses'],
      ['Boost', '/boost'],
      ['Account', '/profile'],
    ])
    expect(document.title).toBe('Account · Kitewise')
  })

  it('/profile shows initials and has no header', async () => {
    givenLearner({ ...learner, firstName: 'Ana Silva' })
    givenSubscriptions(subscription('active', 3))
    open('/profile')
    expect(await screen.findByText('AS')).toBeTruthy()
    expect(screen.queryByRole('banner')).toBe(null)
  })

  it('/boost is the daily practice', async () => {
    givenLearner()
    givenSubscriptions(subscription('active', 3))
    open('/boost')
    expect(await screen.findByRole('heading', { name: 'Nothing to review today' })).toBeTruthy()
  })

  it.each(['/courses', '/boost', '/dashboard'])('%s has the main header with the logo', async (address) => {
    givenLearner()
    givenSubscriptions(subscription('active', 3))
    api.use(
      http.get(at('/api/product-user/recommended-course'), () => answer({ courseId: null })),
      http.get(at('/api/courses'), () => answer([])),
    )
    open(address)
    await screen.findByRole('heading', { level: 1 })
    const header = within(screen.getByRole('banner'))
    expect(header.getByText('Kitewise')).toBeTruthy()
    expect(header.queryByRole('button')).toBe(null)
  })

  it.each([
    ['/feedback', 'Feedback'],
    ['/change-email', 'Change email'],
    ['/delete-account', 'Delete account'],
    ['/language', 'App language'],
    ['/support', 'Support Center'],
  ])('%s has the titled header with a way back to the account', async (address, title) => {
    givenLearner()
    givenSubscriptions(subscription('active', 3))
    api.use(http.get(at('/api/i18n/locales'), () => answer([])))
    const view = open(address)
    const header = within(
      (await screen.findByRole('heading', { level: 1, name: title })).closest('header') as HTMLElement,
    )
    await view.user.click(header.getByRole('button', { name: 'Back' }))
    await screen.findByRole('heading', { level: 1, name: 'Account' })
    expect(view.address()).toBe('/profile')
  })

  it.each(['/pin', '/boost', '/courses', '/course/ai-zero', '/language', '/subscription', '/delete-account'])(
    'sends a learner without a PIN from %s to /pin, with a simple header and without the bottom bar',
    async (address) => {
      givenLearner({ ...learner, isPinSetUp: false })
      givenSubscriptions(subscription('active', 3))
      const view = open(address)
      await screen.findByRole('heading', { name: 'Set your PIN' })
      expect(view.address()).toBe(address === '/pin' ? '/pin' : '/pin?email=ana%40example.com')
      expect(within(screen.getByRole('banner')).queryByRole('link')).toBe(null)
      expect(screen.queryByRole('navigation')).toBe(null)
    },
  )

  it('lets a learner without a PIN stay on /confirm-pin to repeat it', async () => {
    givenLearner({ ...learner, isPinSetUp: false })
    givenSubscriptions(subscription('active', 3))
    const view = open('/courses')
    await screen.findByRole('heading', { name: 'Set your PIN' })
    await view.user.keyboard('4826')
    expect(await screen.findByRole('heading', { name: 'Enter your PIN again' })).toBeTruthy()
    expect(view.address()).toBe('/confirm-pin?email=ana%40example.com')
  })

  it.each([
    ['none', [], 'No active subscription found. User has been logged out.'],
    ['inactive', [subscription('canceled', 3)], 'No active subscription found. User has been logged out.'],
    ['expired', [subscription('active', -3)], 'Subscription has expired. User has been logged out.'],
  ])('signs the learner out with a message when the subscription is %s', async (_, subscriptions, sentence) => {
    givenLearner()
    givenSubscriptions(...subscriptions)
    const view = open('/boost')
    expect(await screen.findAllByText(sentence)).toHaveLength(1)
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@example.com')
    expect(view.address()).toBe('/login')
    expect(localStorage.getItem('jwt_token')).toBe(null)
  })

  it('keeps a learner without a plan signed in, and leads from every other screen to the plans', async () => {
    session.setToken('a-token', null, true)
    givenLearner()
    givenSubscriptions(subscription('active', -3))
    api.use(
      http.get(at('/api/plans'), () => answer([])),
      http.get(at('/api/lesson-languages'), () => answer({ translated: 1, total: 1, wholeCourses: [] })),
    )
    const view = open('/course/ai-zero')
    expect(await screen.findByText('Welcome back, your progress is safe')).toBeTruthy()
    expect(view.address()).toBe('/plans')
    expect(screen.queryByRole('navigation')).toBe(null)
    expect(localStorage.getItem('jwt_token')).toBe('a-token')
    expect(leftScreen.read()).toBe('/course/ai-zero')
  })

  it('lets a learner in who has paid since, whatever the tab remembers', async () => {
    session.setToken('a-token', null, true)
    givenLearner()
    givenSubscriptions(subscription('active', 3))
    const view = open('/boost')
    expect(await screen.findByRole('heading', { name: 'Nothing to review today' })).toBeTruthy()
    expect(view.address()).toBe('/boost')
    expect(localStorage.getItem('needs_plan')).toBe(null)
  })

  it.each([
    ['active', {}],
    ['canceled', { level: ['never'] }],
  ])('with a subscription that is %s, keeps %j of the quiz in the browser', async (status, answers) => {
    reachStep({ variant: 1, version: 1, step: 1 })
    answerStep('level', ['never'])
    registration.write({ email: 'ana@example.com', registrationToken: 'a-registration' })
    givenLearner()
    givenSubscriptions(subscription(status, 3))
    const view = open('/boost')
    await waitFor(() => {
      expect(useOnboardingProgress.getState().answers).toEqual(answers)
      expect(registration.read() === null).toBe(status === 'active')
      expect(view.address()).toBe(status === 'active' ? '/boost' : '/login')
    })
  })

  it('lets a learner on a trial in', async () => {
    const asked: (string | null)[] = []
    givenLearner()
    api.use(
      http.get(subscriptionCall, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('email'))
        return answer([subscription('trialing', 3)])
      }),
    )
    const view = open('/profile')
    await screen.findByText('ana@example.com')
    await waitFor(() => expect(asked).toEqual(['ana@example.com']))
    expect(view.address()).toBe('/profile')
  })

  it('only warns when the subscription check fails for another reason', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    givenLearner()
    api.use(http.get(subscriptionCall, () => refusal(503, 'unavailable')))
    const view = open('/profile')
    await waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 4_000 })
    warn.mockRestore()
    expect(view.address()).toBe('/profile')
  })

  it('leads to /login when the server no longer knows the session', async () => {
    api.use(http.get(meCall, () => refusal(401, 'unauthorized')))
    const view = open('/courses')
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(view.address()).toBe('/login')
    expect(screen.getByRole('status').textContent).toBe('You’ve been signed out. Please sign in again.')
  })

  it.each([
    ['pin_changed', /because the PIN of your account was changed/],
    ['email_changed', /because the email address of your account was changed/],
    ['email_change_undone', /because your email change was undone/],
    ['account_deleted', /because your account was deleted/],
    ['account_blocked', /because your account was blocked/],
    ['expired', /because you haven’t been here for a while/],
  ])('shows at /login why a session ended elsewhere (%s)', async (reason, sentence) => {
    const error = { status: 401, name: 'unauthorized', message: 'Please sign in again.', details: { reason } }
    api.use(http.get(meCall, () => HttpResponse.json({ data: null, error }, { status: 401 })))
    open('/courses')
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('keeps /language open to a learner without a subscription', async () => {
    givenLearner()
    givenSubscriptions(subscription('canceled', -3))
    api.use(http.get(at('/api/i18n/locales'), () => answer([])))
    const view = open('/language')
    await screen.findByRole('heading', { name: 'App language' })
    expect(view.address()).toBe('/language')
  })

  it('lets the learner retry when the profile fails to load', async () => {
    api.use(http.get(meCall, () => HttpResponse.error()))
    givenSubscriptions(subscription('active', 3))
    const view = open('/profile')
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 4_000 })
    api.resetHandlers()
    givenReminders()
    givenStreak()
    givenCertificates()
    givenNoSupportViewOrPasskeys()
    givenConsent()
    givenLearner()
    givenSubscriptions(subscription('active', 3))
    await view.user.click(retry)
    expect(await screen.findByText('ana@example.com')).toBeTruthy()
  })

  it('says so when the server cannot return the profile', async () => {
    api.use(http.get(meCall, () => refusal(500, 'internal_error')))
    open('/profile')
    expect(await screen.findByText('Failed to load user profile.', {}, { timeout: 4_000 })).toBeTruthy()
  })

  it.each([
    ['the profile', () => givenLearner()],
    ['a profile that cannot be loaded', () => api.use(http.get(meCall, () => refusal(500, 'internal_error')))],
  ])('logs out from %s, tells the server and goes to /login', async (_, givenProfile) => {
    const told: (string | null)[] = []
    givenProfile()
    givenSubscriptions(subscription('active', 3))
    api.use(
      http.post(at('/api/product-user/logout'), ({ request }) => {
        told.push(request.headers.get('authorization'))
        return answer({ loggedOut: true })
      }),
    )
    const view = open('/profile')
    await view.user.click(await screen.findByRole('button', { name: 'Log out' }, { timeout: 4_000 }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    await waitFor(() => expect(told).toEqual(['Bearer a-token']))
    expect(localStorage.getItem('jwt_token')).toBe(null)
  })

  it('asks about unsent work even if the profile cannot be loaded, and then nothing stays', async () => {
    session.setToken(tokenOf('u1'))
    await storeWrite('u1', { id: 'w1', path: '/api/x/fragment/1', body: { completed: true }, queuedAtMs: 0 })
    draftOf('u1', 'prompt').write('A draft')
    api.use(
      http.get(meCall, () => refusal(500, 'internal_error')),
      http.post(at('/api/product-user/logout'), () => answer({ loggedOut: true })),
    )
    const view = open('/profile')
    await view.user.click(await screen.findByRole('button', { name: 'Log out' }, { timeout: 4_000 }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Log out and lose this?' }))
    await view.user.click(sheet.getByRole('button', { name: 'Log out' }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    await expect.poll(() => listWrites('u1')).toEqual([])
    expect(draftOf('u1', 'prompt').read()).toBe(null)
  })
})
