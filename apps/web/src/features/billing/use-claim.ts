import type { CheckoutStatus } from '@kitewise/contract/billing-entities'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../../lib/api-client.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { session } from '../../lib/session/session.ts'
import { useAnswer } from '../../lib/use-answer.ts'
import { begunCheckout, type BegunCheckout } from './begun-checkout.ts'

type Claim =
  /** `isSlow` after a while without the provider's result. */
  | { state: 'waiting'; isSlow: boolean }
  /**
   * Neither this tab nor the signed-in learner started the checkout. `sessionId` is null when the address names none.
   */
  | { state: 'unknown'; sessionId: string | null }
  | { state: 'failed' }
  /** `canSetPin`: this payment created the account, and its PIN token has been kept. Otherwise the way in is mailed. */
  | { state: 'paid'; email: string; canSetPin: boolean }

type Answer = { status: CheckoutStatus; email: string | null }

const pauseMs = 1500
const slowAfterRounds = 20

/** By this tab's nonce, else by the signed-in learner. Null when neither knows the checkout. */
const ask = async (sessionId: string | null): Promise<Answer | null> => {
  const begun = begunCheckout.read()
  if (begun !== null && begun.sessionId === (sessionId ?? begun.sessionId)) return claim(begun)
  if (session.token() === '') return null
  const query = sessionId === null ? {} : { sessionId }
  const { status } = await call('GET /api/checkout/own', { query })
  return status && { status, email: null }
}

/** The token comes only once, so it is stored before anything else can fail. */
const claim = async (begun: BegunCheckout): Promise<Answer> => {
  const params = { sessionId: begun.sessionId }
  const { status, email, pinSetupToken } = await call('POST /api/checkout/{sessionId}/claim', {
    params,
    body: { nonce: begun.nonce },
  })
  if (email !== null && pinSetupToken !== null) pinSetup.keep({ email, token: pinSetupToken })
  return { status, email }
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500 && error.status !== 429

/**
 * Polls the provider's result of a checkout until there is one.
 * @param sessionId from the address; without it, the last checkout of this tab or learner
 */
export function useClaim(sessionId: string | null): Claim {
  const [round, setRound] = useState(0)
  const { data, error, isBusy } = useAnswer(`${sessionId} ${round}`, () => ask(sessionId))
  const isSettled = data === null || (data !== undefined && data.status !== 'open') || isRefusal(error)

  useEffect(() => {
    if (isBusy || isSettled) return undefined
    const timer = setTimeout(() => setRound((last) => last + 1), pauseMs)
    return () => clearTimeout(timer)
  }, [isBusy, isSettled])

  if (data?.status === 'failed') return { state: 'failed' }
  if (data?.status === 'paid') {
    const email = data.email ?? ''
    return { state: 'paid', email, canSetPin: pinSetup.tokenFor(email) !== null }
  }
  if (isSettled) return { state: 'unknown', sessionId: sessionId ?? begunCheckout.read()?.sessionId ?? null }
  return { state: 'waiting', isSlow: round >= slowAfterRounds }
}
