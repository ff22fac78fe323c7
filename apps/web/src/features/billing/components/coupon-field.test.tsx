import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OfferPage } from '../../../app/routes/offer.tsx'
import { registration } from '../../../lib/registration.ts'
import { answer, api, at, http, refusal } from '../../../test-support/api.ts'
import { makePlan, twelveWeeks } from '../../../test-support/make-plan.ts'
import { renderPage } from '../../../test-support/render-page.tsx'

const offer = {
  couponId: 'promo_00000001',
  code: 'SPRING',
  unit_amount: 1499,
  formattedPrice: '$14.99',
  duration: 'repeating',
  until: Date.UTC(2026, 7, 10, 12) / 1000,
}

/** Mocks a call, and returns the request bodies. */
const given = (path: '/api/coupons/check' | '/api/checkout', reply: () => Response): unknown[] => {
  const sent: unknown[] = []
  api.use(
    http.post(at(path), async ({ request }) => {
      sent.push(await request.json())
      return reply()
    }),
  )
  return sent
}
const givenCheckout = (
  reply = () => answer({ sessionId: 'cs_00000001', url: 'http://localhost:3000/checkout/cs_00000001', nonce: 'n' }),
) => given('/api/checkout', reply)

const show = async () => {
  const { user } = renderPage(<OfferPage />, '/onboarding/offer')
  await user.click(await screen.findByText('I have a code'))
  return user
}
const enter = async (code: string) => {
  const user = await show()
  await user.type(screen.getByLabelText('Code'), code)
  await user.click(screen.getByRole('button', { name: 'Use the code' }))
  return user
}
const buyButton = () => screen.getByRole('button', { name: 'Start the free trial' })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-10T12:00:00Z'), toFake: ['Date'] })
  registration.write({ email: 'ana@example.com', registrationToken: 'a-registration' })
  api.use(
    http.get(at('/api/plans'), () => answer([twelveWeeks, makePlan()])),
    http.get(at('/api/lesson-languages'), () => answer({ translated: 14, total: 14, wholeCourses: [] })),
  )
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a code before paying', () => {
  it('shows what is paid with it, and is sent with the checkout', async () => {
    const checks = given('/api/coupons/check', () => answer(offer))
    const checkouts = givenCheckout()
    const user = await enter('spring')
    expect((await screen.findByText('SPRING: you pay $14.99 instead of $29.99.')).role).toBe('status')
    expect(buyButton().closest('form')?.textContent).toContain(
      'Free until 05/17/2026. With SPRING, you pay $14.99 every month for payments before 08/10/2026, and then $29.99 every month until you cancel.',
    )
    expect(screen.getByText('First charge: $14.99')).toBeTruthy()
    expect(checks).toEqual([{ code: 'spring', productId: 'month', registrationToken: 'a-registration' }])
    await user.click(buyButton())
    await waitFor(() => expect(checkouts).toMatchObject([{ productId: 'month', couponId: 'promo_00000001' }]))
  })

  it.each([
    ['coupon_unknown', 'We don’t know this code. Please check it.'],
    ['coupon_expired', 'This code has expired.'],
    ['coupon_used_up', 'This code has been used up.'],
    ['coupon_other_plan', 'This code isn’t for this plan. Please choose another plan.'],
    ['coupon_no_trial', 'This code reduces only the first payment and can’t be combined with free days.'],
  ])('that is refused as %s says so at the field, and stays in it', async (name, sentence) => {
    given('/api/coupons/check', () => refusal(409, name))
    await enter('WINTER')
    const field = screen.getByLabelText('Code')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(field).toHaveProperty('value', 'WINTER')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('that was typed and not used yet is checked by the button that buys, and only then bought with', async () => {
    const checks = given('/api/coupons/check', () => answer(offer))
    const checkouts = givenCheckout()
    const user = await show()
    await user.type(screen.getByLabelText('Code'), 'SPRING')
    await user.click(buyButton())
    expect(await screen.findByText(/^SPRING: you pay/)).toBeTruthy()
    expect([checks.length, checkouts.length]).toEqual([1, 0])
  })

  it('is checked with Enter, without starting the payment', async () => {
    given('/api/coupons/check', () => answer(offer))
    const checkouts = givenCheckout()
    const user = await show()
    await user.type(screen.getByLabelText('Code'), 'SPRING{Enter}')
    expect(await screen.findByText(/^SPRING: you pay/)).toBeTruthy()
    expect(checkouts).toEqual([])
  })

  it('counts for the plan it was checked for: another plan has its own price', async () => {
    given('/api/coupons/check', () => answer(offer))
    const user = await enter('SPRING')
    expect(await screen.findByText(/^SPRING: you pay/)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: /^12 weeks/ }))
    expect(screen.queryByText(/^SPRING: you pay/)).toBeNull()
    expect(screen.getByText('We’ll charge $59.99 today, and then $59.99 every 12 weeks until you cancel.')).toBeTruthy()
  })

  it('can be removed, and then the full price is paid', async () => {
    given('/api/coupons/check', () => answer(offer))
    const checkouts = givenCheckout()
    const user = await enter('SPRING')
    await user.click(await screen.findByRole('button', { name: 'Remove the code' }))
    expect(screen.getByText('Free until 05/17/2026, then $29.99 every month until you cancel.')).toBeTruthy()
    await user.click(buyButton())
    await waitFor(() => expect(checkouts).toEqual([{ productId: 'month', registrationToken: 'a-registration' }]))
  })

  it('that is used up meanwhile is named where the payment was started', async () => {
    given('/api/coupons/check', () => answer(offer))
    givenCheckout(() => refusal(409, 'coupon_used_up'))
    const user = await enter('SPRING')
    await screen.findByText(/^SPRING: you pay/)
    await user.click(buyButton())
    expect(await screen.findByText('This code has been used up.')).toBeTruthy()
  })
})
