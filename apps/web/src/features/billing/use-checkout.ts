import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ApiError, call } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { registration } from '../../lib/registration.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { leaveFor, useAction } from '../../lib/use-action.ts'
import { begunCheckout } from './begun-checkout.ts'
import { useCouponFailure } from './use-coupon.ts'

/** The screen on which the visitor chose a plan. */
export function offerPath(): string {
  return registration.read() === null ? paths.plans : paths.offer
}

const fromOffer = { isFromOffer: true }

export function isFromOffer(state: unknown): boolean {
  return (state as typeof fromOffer | null)?.isFromOffer === true
}

/** `wayOut` is where to go instead. */
type CheckoutFailure = { text: string; wayOut?: { label: string; to: string } }

/** @returns where to pay: a path of this app, or the address of the provider's page */
const begin = async (productId: string, couponId: string | null): Promise<{ path: string } | { address: string }> => {
  const made = session.token() === '' ? registration.read() : null
  const body = {
    productId,
    ...(couponId !== null && { couponId }),
    ...(made && { registrationToken: made.registrationToken }),
  }
  const { sessionId, url, nonce } = await call('POST /api/checkout', { body })
  begunCheckout.keep({ sessionId, nonce, productId })
  // Recognized by its path, so that a visitor on another host name stays where the nonce is.
  const { pathname, search } = new URL(url, location.href)
  const isOurs = pathname === paths.checkout(sessionId) || pathname === paths.subscriptionSuccess
  return isOurs ? { path: `${pathname}${search}` } : { address: url }
}

/** A learner whose session ended signs in again; a new visitor starts with the quiz. */
const placeBefore = (): string => (useSession.getState().endReason === null ? paths.quizStart : paths.login)

export function useCheckout() {
  const t = useTranslations('plans')
  const [, navigate] = useLocation()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<CheckoutFailure | null>(null)

  const couponFailure = useCouponFailure()
  const failureFor = (problem: unknown): CheckoutFailure => {
    const code = problem instanceof ApiError ? problem.code : 'unknown'
    const refused = couponFailure(problem)
    if (refused !== null) return { text: refused }
    if (code === 'plan_not_found') return { text: t('noProduct') }
    if (code === 'already_subscribed')
      return { text: t('alreadySubscribed'), wayOut: { label: t('manage'), to: paths.subscription } }
    if (code === 'invalid_token')
      return { text: t('registrationOver'), wayOut: { label: t('toEmail'), to: paths.onboardingEmail } }
    return { text: errorText(problem) }
  }
  const { run: start, isBusy } = useAction(async (productId: string | null, couponId: string | null) => {
    if (productId === null) return setFailure({ text: t('noProduct') })
    if (session.token() === '' && registration.read() === null) return navigate(placeBefore())
    setFailure(null)
    try {
      const target = await begin(productId, couponId)
      await ('path' in target ? navigate(target.path, { state: fromOffer }) : leaveFor(target.address))
    } catch (problem) {
      setFailure(failureFor(problem))
    }
  })
  return { start, isBusy, failure }
}
