import type { CouponOffer } from '@kitewise/contract/billing-entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { registration } from '../../lib/registration.ts'
import { session } from '../../lib/session/session.ts'
import { useAction } from '../../lib/use-action.ts'

const sentences = {
  coupon_unknown: 'couponUnknown',
  coupon_expired: 'couponExpired',
  coupon_used_up: 'couponUsedUp',
  coupon_other_plan: 'couponOtherPlan',
  coupon_no_trial: 'couponNoTrial',
} as const

const isRefusal = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code)

/** Says why a code was refused; null for another failure. */
export function useCouponFailure(): (problem: unknown) => string | null {
  const t = useTranslations('plans')
  return (problem) => (problem instanceof ApiError && isRefusal(problem.code) ? t(sentences[problem.code]) : null)
}

type Checked = { productId: string; code: string } & (
  | { offer: CouponOffer & { couponId: string } }
  | { failure: string }
)

export type CouponChoice = ReturnType<typeof useCoupon>

/** The code for a plan. What the server said counts for the plan and the code that were asked about. */
export function useCoupon(productId: string) {
  const errorText = useErrorText()
  const failureOf = useCouponFailure()
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const { run: check, isBusy } = useAction(async () => {
    if (code.trim() === '') return
    const made = session.token() === '' ? registration.read() : null
    const body = { code, productId, ...(made && { registrationToken: made.registrationToken }) }
    try {
      setChecked({ productId, code, offer: await call('POST /api/coupons/check', { body }) })
    } catch (problem) {
      setChecked({ productId, code, failure: failureOf(problem) ?? errorText(problem) })
    }
  })
  const current = checked?.productId === productId && checked.code === code ? checked : null
  const offer = current && 'offer' in current ? current.offer : undefined
  return {
    code,
    setCode,
    check,
    isBusy,
    offer,
    failure: current && 'failure' in current ? current.failure : null,
    isUnchecked: code.trim() !== '' && offer === undefined,
  }
}
