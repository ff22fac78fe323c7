import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { useHistory } from '../../../lib/router.tsx'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { renderPage } from '../../../test-support/render-page.tsx'
import { RefundCheck } from './refund-check.tsx'

const call = at('/api/user-subscription/money-back')
const check = {
  standing: 'not_yet',
  requestUntil: Date.UTC(2040, 4, 31) / 1000,
  days: { have: 2, need: 3, inARow: true },
  guides: { have: 2, need: 2 },
  modulesPercent: { have: 15, need: 70 },
}
const given = (refund: object | null, withdrawal: object | null = null): void =>
  api.use(http.get(call, () => answer({ refund, withdrawal })))

const State = () => {
  const { state } = useHistory().location as { state: unknown }
  return <pre>{JSON.stringify(state)}</pre>
}
const show = () =>
  renderPage(
    <Switch>
      <Route path="/subscription" component={RefundCheck} />
      <Route component={State} />
    </Switch>,
    '/subscription',
  )

describe('the refund check', () => {
  it('says what is missing and why', async () => {
    given(check)
    show()
    expect(
      await screen.findByText('You don’t qualify for a refund yet. To qualify by 05/31/2040, you need:'),
    ).toBeTruthy()
    const [days, guides] = screen.getAllByRole('listitem')
    expect(days?.textContent).toBe('Still missing: 3 days of use in a row (you have 2)')
    expect(guides?.textContent).toBe('Done: 2 finished lessons (you have 2), or 70% of a course (you have 15%)')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('requires no consecutive days when the plan does not', async () => {
    given({ ...check, days: { have: 1, need: 7, inARow: false } })
    show()
    expect(await screen.findByText('7 days of use (you have 1)')).toBeTruthy()
  })

  it('requires a share of a course instead of a number of lessons', async () => {
    given({ ...check, guides: { have: 1, need: 2 }, modulesPercent: { have: 70, need: 70 } })
    show()
    const [, guides] = await screen.findAllByRole('listitem')
    expect(guides?.textContent).toContain('Done:')
  })

  it('leads a learner who qualifies to the prefilled support form', async () => {
    given({ ...check, standing: 'qualifies', days: { have: 3, need: 3, inARow: true } })
    const { user, address } = show()
    expect(await screen.findByText('You qualify for a refund. Request it by 05/31/2040.')).toBeTruthy()
    expect(screen.getByText(/^Attach screenshots of your progress/)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Request a refund' }))
    expect(address()).toBe('/support')
    const state = JSON.parse(screen.getByText(/concern/).textContent) as Record<string, string>
    expect(state.concern).toBe('Refund')
    expect(state.details).toContain('My use: 3 days, 2 finished lessons, 15% of a course.')
    expect(state.details).not.toMatch(/\b(your?|us)\b/i)
  })

  it('says when the period is over', async () => {
    given({ ...check, standing: 'too_late' })
    show()
    expect(
      await screen.findByText(/within 30 days of your first purchase. That period ended on 05\/31\/2040/),
    ).toBeTruthy()
  })

  it('shows nothing when nothing was bought', async () => {
    given(null)
    const { container } = show()
    await screen.findByRole('status')
    await expect.poll(() => container.querySelector('h2, [role=status]')).toBeNull()
  })

  it('offers a retry when it fails to load', async () => {
    api.use(http.get(call, () => refusal(500, 'internal_error')))
    const { user } = show()
    expect(await screen.findByText('We couldn’t check whether you qualify for a refund.')).toBeTruthy()
    given(check)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  })
})

describe('the right of withdrawal', () => {
  const withdrawal = {
    subscriptionId: 'sub_00000001',
    contractAt: Date.UTC(2040, 4, 1, 12) / 1000,
    until: Date.UTC(2040, 4, 16, 12) / 1000,
    declaredAt: null,
  }

  it('is offered with its last day', async () => {
    given(null, withdrawal)
    const { user, address } = show()
    expect(await screen.findByText(/Until 05\/15\/2040, you can withdraw/)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Withdraw from the contract' }))
    expect(address()).toBe('/subscription/withdrawal')
  })

  it('is no longer offered after it was used', async () => {
    given(null, { ...withdrawal, declaredAt: Date.UTC(2040, 4, 3) / 1000 })
    show()
    expect(await screen.findByText(/You withdrew from the contract on 05\/03\/2040/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says when the refund was sent', async () => {
    given(null, {
      ...withdrawal,
      declaredAt: Date.UTC(2040, 4, 3) / 1000,
      refundedAt: Date.UTC(2040, 4, 9, 12) / 1000,
    })
    show()
    expect(await screen.findByText(/We sent the refund on 05\/09\/2040/)).toBeTruthy()
  })

  it('of a withdrawal without a payment says that there was nothing to refund', async () => {
    given(null, { ...withdrawal, declaredAt: Date.UTC(2040, 4, 3) / 1000, closedAt: Date.UTC(2040, 4, 9, 12) / 1000 })
    show()
    expect(await screen.findByText(/completed on 05\/09\/2040. There was nothing left/)).toBeTruthy()
    expect(screen.queryByText(/We sent the refund/)).toBeNull()
  })
})
