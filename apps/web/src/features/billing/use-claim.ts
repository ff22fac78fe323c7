import type { CheckoutStatus } from '@kitewise/contract/billing-entities'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { useAnswer } from '../../lib/use-answer.ts'
import { begunCheckout } from './begun-checkout.ts'

type Claim =
  /** `isSlow` after a while without the provider's word. */
  | { state: 'waiting'; isSlow: boolean }
  /** This tab did not begin the checkout, so nothing can be told about it. */
  | { state: 'unknown' }
  | { state: 'failed' }
  /** `canSetPin`: there is no PIN yet, and the token for it has been kept. */
  | { state: 'paid'; email: string; hasPin: boolean; canSetPin: boolean }

type Answer = { status: CheckoutStatus; email: string | null; hasPin: boolean }

const pauseMs = 1500
const slowAfterRounds = 20

/** The token comes once, so it is kept before anything else can go wrong. */
const ask = async (sessionId: string): Promise<Answer | null> => {
  const begun = begunCheckout.read()
  if (begun === null || begun.sessionId !== sessionId) return null
  const params = { sessionId }
  const { status, email, hasPin, pinSetupToken } = await call('POST /api/checkout/{sessionId}/claim', {
    params,
    body: { nonce: begun.nonce },
  })
  if (email !== null && pinSetupToken !== null) pinSetup.keep({ email, token: pinSetupToken })
  return { status, email, hasPin: hasPin === true }
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500 && error.status !== 429

/**
 * Asks for the provider's word on a checkout until there is one.
 * @param sessionId from the address; without it, the checkout that this tab began last
 */
export const useClaim = (sessionId: string | null): Claim => {
  const [round, setRound] = useState(0)
  const wanted = sessionId ?? begunCheckout.read()?.sessionId ?? ''
  const { data, error, isBusy } = useAnswer(`${wanted} ${round}`, () => ask(wanted))
  const isSettled = data === null || (data !== undefined && data.status !== 'open') || isRefusal(error)

  useEffect(() => {
    if (isBusy || isSettled) return undefined
    const timer = setTimeout(() => setRound((last) => last + 1), pauseMs)
    return () => clearTimeout(timer)
  }, [isBusy, isSettled])

  if (data?.status === 'failed') return { state: 'failed' }
  if (data?.status === 'paid') {
    const email = data.email ?? ''
    return { state: 'paid', email, hasPin: data.hasPin, canSetPin: !data.hasPin && pinSetup.tokenFor(email) !== null }
  }
  return isSettled ? { state: 'unknown' } : { state: 'waiting', isSlow: round >= slowAfterRounds }
}
