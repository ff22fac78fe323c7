import type { CheckoutStatus } from '@kitewise/contract/billing-entities'
import { useState } from 'react'
import { ApiError, call } from '../../lib/api-client.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { session } from '../../lib/session/session.ts'
import { useActionOnShow } from '../../lib/use-action.ts'
import { begunCheckout, type BegunCheckout } from './begun-checkout.ts'

type Claim =
  /** `isSlow` after a while without the provider's result. */
  | { state: 'waiting'; isSlow: boolean }
  /** `sessionId` is null when the address names none. */
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

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** Asks until the provider has decided, the server refuses, or `signal` aborts. Null when the checkout is unknown. */
const waitForResult = async (
  sessionId: string | null,
  signal: AbortSignal,
  onSlow: () => void,
): Promise<Answer | null> => {
  for (let round = 1; !signal.aborted; round += 1) {
    try {
      const answer = await ask(sessionId)
      if (answer?.status !== 'open') return answer
    } catch (error) {
      if (isRefusal(error)) return null
    }
    await pause()
    if (round === slowAfterRounds) onSlow()
  }
  return null
}

/** @param sessionId from the address; without it, the last checkout of this tab or learner */
export function useClaim(sessionId: string | null): Claim {
  const [isSlow, setSlow] = useState(false)
  const { data } = useActionOnShow((signal) => waitForResult(sessionId, signal, () => setSlow(true)))

  if (data === undefined) return { state: 'waiting', isSlow }
  if (data?.status === 'failed') return { state: 'failed' }
  if (data?.status === 'paid') {
    const email = data.email ?? ''
    return { state: 'paid', email, canSetPin: pinSetup.tokenFor(email) !== null }
  }
  return { state: 'unknown', sessionId: sessionId ?? begunCheckout.read()?.sessionId ?? null }
}
