import { useState } from 'react'
import { ApiError, call } from '../../lib/api-client.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { useAction } from '../../lib/use-action.ts'
import type { LinkQuery } from '../../lib/use-link-query.ts'
import { useFailureText } from './use-failure-text.ts'

type LinkCall = 'POST /api/product-user/confirm-email-change' | 'POST /api/product-user/undo-email-change'

/** Undoing also gives the token that sets the new PIN. */
type LinkAnswer = { email: string; pinSetupToken?: string }

type LinkState =
  | { kind: 'ready' }
  | { kind: 'busy' }
  | { kind: 'done'; email: string }
  /** `isDead`: the link will never work, so there is nothing to try again. */
  | { kind: 'failed'; text: string; isDead: boolean }

/**
 * Does what a mailed link is for, when it is pressed: programs that look through mails open links too, and must not use them up.
 * A reload finds the link again until it has been used, and then its result. The token for a new PIN that undoing gives is kept for the
 * PIN screens.
 * @param fallback what is said where the server says nothing
 */
export const useMailedLink = (name: LinkCall, { query, settle }: LinkQuery, fallback: string) => {
  const failureText = useFailureText()
  const [state, setState] = useState<LinkState>(() => {
    const email = query.get('done')
    return email === null ? { kind: 'ready' } : { kind: 'done', email }
  })
  const { run } = useAction(async () => {
    setState({ kind: 'busy' })
    try {
      const { email, pinSetupToken }: LinkAnswer = await call(name, { body: { token: query.get('token') ?? '' } })
      if (pinSetupToken !== undefined) pinSetup.keep({ email, token: pinSetupToken })
      settle({ done: email })
      setState({ kind: 'done', email })
    } catch (error) {
      const isDead = error instanceof ApiError && error.code === 'invalid_token'
      if (isDead) settle()
      setState({ kind: 'failed', text: failureText(error, fallback), isDead })
    }
  })
  return { state, press: () => run() }
}
