import type { MonthPlan } from '@kitewise/contract/month-plan'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { withMissions } from '../../features/month-plan/api.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { givenMonthPlan, makeMonthPlan } from '../../test-support/make-month-plan.ts'
import { givenReminders } from '../../test-support/make-reminders.ts'
import { givenStreak } from '../../test-support/make-streak.ts'
import { learner, renderPage } from '../../test-support/render-page.tsx'
import { DashboardPage } from './dashboard.tsx'
import { MonthPlanPage } from './month-plan.tsx'

const missionCall = at('/api/product-user/month-plan/{number}/mission/{missionId}')
const show = () => renderPage(<MonthPlanPage />, '/month-plan')
const next = async () => within(await screen.findByRole('region', { name: /^(Lesson|Daily|Write)/ }))
const week = (number: number) => screen.getByText(`Week ${number}`).closest('details')

beforeEach(() => {
  givenStreak()
  session.setToken('a-token')
})

/** Records the missions that arrive, and answers with the plan after them. */
const acceptMissions = (plan: MonthPlan) => {
  const received: unknown[] = []
  api.use(
    http.post(missionCall, async ({ request, params }) => {
      const body = await request.json()
      received.push([params.missionId, body])
      const after = withMissions(plan, [{ path: new URL(request.url).pathname, body }])
      givenMonthPlan(after)
      return answer(after)
    }),
  )
  return received
}

describe('the next step', () => {
  it('is one tap away: a new lesson at its intro, with what is done', async () => {
    givenMonthPlan(makeMonthPlan(2))
    show()
    const region = await next()
    expect(region.getByText('Day 3 of 28')).toBeTruthy()
    expect(region.getByRole('heading', { name: 'Lesson 3' })).toBeTruthy()
    expect(region.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/course/a/lesson/l3/start')
    expect(screen.getByRole('progressbar', { name: '2 of 28 steps done' }).getAttribute('aria-valuenow')).toBe('7')
    expect(region.queryByText(/can wait until tomorrow/)).toBeNull()
  })

  it('continues a lesson that was begun, and may wait when something was learned today', async () => {
    givenStreak({ isTodayLearned: true })
    const plan = makeMonthPlan()
    const steps = plan.steps.map((step, index) =>
      index === 0 && step.kind === 'lesson' ? { ...step, state: 'current' as const } : step,
    )
    givenMonthPlan({ ...plan, steps })
    show()
    const region = await next()
    expect(region.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/course/a/lesson/l1/learn')
    expect(await region.findByText(/can wait until tomorrow/)).toBeTruthy()
  })

  it('on a day of practice leads to it, or to the next lesson', async () => {
    const plan = makeMonthPlan(5)
    const steps = plan.steps.map((step, index) =>
      index === 7 && step.kind === 'lesson' ? { ...step, state: 'available' as const } : step,
    )
    givenMonthPlan({ ...plan, steps })
    show()
    const region = await next()
    expect(region.getByRole('link', { name: /practice/ }).getAttribute('href')).toBe('/boost')
    expect(region.getByRole('link', { name: 'Go on with the next lesson' }).getAttribute('href')).toBe(
      '/course/a/lesson/l6/start',
    )
  })
})

describe('the path', () => {
  it('opens the week of the next step and says the state of each day', async () => {
    givenMonthPlan(makeMonthPlan(9))
    show()
    await next()
    expect([1, 2, 3, 4].map((number) => week(number)?.open)).toEqual([false, true, false, false])
    const rows = within(week(2) as HTMLElement).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Lesson 6Day 8 · Done · 5 min',
      'Lesson 7Day 9 · Done · 5 min',
      'Lesson 8Day 10 · Next · 5 min',
      'Lesson 9Day 11 · Later · 5 min',
      'Lesson 10Day 12 · Later · 5 min',
      'Daily practiceDay 13 · Open',
      'Plan three dinners from what you haveDay 14 · Open · Mission',
    ])
    expect(rows.map((row) => within(row).queryByRole('link')?.getAttribute('href') ?? null)).toEqual([
      '/course/a/lesson/l6/learn',
      '/course/a/lesson/l7/learn',
      '/course/a/lesson/l8/start',
      null,
      null,
      '/boost',
      null,
    ])
    expect(rows.filter((row) => row.getAttribute('aria-current') === 'step')).toEqual([rows[2]])
  })

  it('says that it did not load, and retries', async () => {
    api.use(http.get(at('/api/product-user/month-plan'), () => refusal(500, 'internal_error')))
    const { user } = show()
    await screen.findByRole('heading', { name: 'Your 28 days did not load' })
    givenMonthPlan()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Lesson 1' })).toBeTruthy()
  })
})

describe('a mission', () => {
  it('that is next is done with one line, and the step after it takes the focus', async () => {
    const plan = makeMonthPlan(6)
    givenMonthPlan(plan)
    const received = acceptMissions(plan)
    const { user } = show()
    const region = await next()
    expect(region.getByText(/a thank-you, a complaint/)).toBeTruthy()
    await user.type(region.getByRole('textbox'), '  Wrote to my landlord ')
    await user.click(region.getByRole('button', { name: 'I did it' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Lesson 6'))
    await waitFor(() => expect(received).toEqual([['message', { note: 'Wrote to my landlord' }]]))
    expect(within(week(1) as HTMLElement).getByText('Wrote to my landlord')).toBeTruthy()
    expect(screen.getByText('Done in real life. That’s what it’s for.')).toBeTruthy()
  })

  it('on the path is done in a dialog, and its line can be changed', async () => {
    const plan = makeMonthPlan()
    givenMonthPlan(plan)
    const received = acceptMissions(plan)
    const { user } = show()
    const row = await screen.findByRole('button', { name: /Write the message you’ve been putting off/ })
    await user.click(row)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'I did it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(received).toEqual([['message', { note: '' }]]))
    await user.click(screen.getByRole('button', { name: /Write the message .*Done/ }))
    await user.type(within(screen.getByRole('dialog')).getByRole('textbox'), 'It worked')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(received[1]).toEqual(['message', { note: 'It worked' }]))
    expect(screen.getByRole('heading', { name: 'Lesson 1' })).toBeTruthy()
  })

  it('without a connection is done at once, stays done when the plan is read again, and is sent later', async () => {
    const plan = makeMonthPlan(6)
    givenMonthPlan(plan)
    api.use(http.post(missionCall, () => HttpResponse.error()))
    const { user, unmount } = show()
    await user.click(await screen.findByRole('button', { name: 'I did it' }))
    expect(await screen.findByText('7 of 28 steps done')).toBeTruthy()
    unmount()
    show()
    expect(await screen.findByText('7 of 28 steps done')).toBeTruthy()
    const received = acceptMissions(plan)
    await act(() => outboxOf(learner.id).flush())
    expect(received).toEqual([['message', { note: '' }]])
  })
})

describe('the end', () => {
  const over = makeMonthPlan(28, { canStartNext: true })

  it('says what was done and plans the next 28 days', async () => {
    givenMonthPlan(over)
    api.use(
      http.post(at('/api/product-user/month-plan/{number}'), ({ params }) =>
        answer(makeMonthPlan(0, { number: Number(params.number) })),
      ),
    )
    const { user } = show()
    expect(await screen.findByRole('heading', { name: 'Your 28 days are done' })).toBeTruthy()
    expect(screen.getByText('28 of 28 steps done.')).toBeTruthy()
    expect(screen.queryByText(/What you left open/)).toBeNull()
    givenMonthPlan(makeMonthPlan(0, { number: 2 }))
    await user.click(screen.getByRole('button', { name: 'Plan the next 28 days' }))
    expect(await screen.findByRole('heading', { name: 'Lesson 1' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Plan the next 28 days' })).toBeNull()
  })

  it('comes with the last lesson, and says that open steps stay', async () => {
    givenMonthPlan(makeMonthPlan(26, { nextStep: null, canStartNext: true }))
    show()
    expect(await screen.findByText(/What you left open/)).toBeTruthy()
  })

  it('says that the next 28 days were not planned', async () => {
    givenMonthPlan(over)
    api.use(http.post(at('/api/product-user/month-plan/{number}'), () => refusal(503, 'unavailable')))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Plan the next 28 days' }))
    expect(await screen.findByText(/were not planned/)).toBeTruthy()
  })
})

describe('the card on the dashboard', () => {
  beforeEach(() => {
    givenReminders()
    api.use(
      http.get(at('/api/courses'), () => answer([])),
      http.get(at('/api/product-user/recommended-course'), () => answer({ courseId: null })),
    )
  })

  it.each([
    [makeMonthPlan(4), 'Day 5 of 28: Lesson 5'],
    [makeMonthPlan(5), 'Day 6 of 28: daily practice'],
    [makeMonthPlan(6), 'Day 7 of 28: a mission in real life'],
    [makeMonthPlan(28), 'Done. Plan the next 28 days'],
  ])('names the next step (%#)', async (plan, words) => {
    givenMonthPlan(plan)
    renderPage(<DashboardPage />)
    const link = await screen.findByRole('link', { name: `Your 28 days ${words}` })
    expect(link.getAttribute('href')).toBe('/month-plan')
  })

  it('is absent when the plan does not load', async () => {
    api.use(http.get(at('/api/product-user/month-plan'), () => refusal(500, 'internal_error')))
    renderPage(<DashboardPage />)
    await screen.findByText(/days in a row/)
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    expect(screen.queryByRole('link', { name: /28 days/ })).toBeNull()
  })
})
