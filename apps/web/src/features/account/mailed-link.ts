import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api-client.ts'
import { useRefusalText } from '../../lib/error-text.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { useAction } from '../../lib/use-action.ts'
import type { LinkQuery } from '../../lib/use-link-query.ts'

type LinkCall = 'POST /api/product-user/confirm-email-change' | 'POST /api/product-user/undo-email-change'

/** Undoing also returns the token that sets the new PIN. */
type LinkAnswer = { email: string; pinSetupToken?: string }

type LinkState =
  | { kind: 'ready' }
  | { kind: 'busy' }
  | { kind: 'done'; email: string }
  /** `isDead`: the link will never work again, so there is no retry. */
  | { kind: 'failed'; text: string; isDead: boolean }

/**
 * Waits for a press: mail scanners open links too and must not use them up. A reload finds the link until it is used, and
 * then its result. @param fallback shown when the server gives no sentence
 */
export function useMailedLink(name: LinkCall, { query, settle }: LinkQuery, fallback: string) {
  const t = useTranslations('changeEmail')
  const refusalText = useRefusalText()
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
      const own = { invalid_token: t('linkOver'), email_taken: t('taken'), account_blocked: t('locked') }
      setState({ kind: 'failed', text: refusalText(error, fallback, own), isDead })
    }
  })
  return { state, press: () => run() }
}
