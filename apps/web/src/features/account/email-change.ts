import { readEmailAddress } from '@kitewise/rules/account'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePinAgain } from '../../components/pin-again-sheet.tsx'
import { ApiError, call } from '../../lib/api-client.ts'
import { useServerText, useTooManyText } from '../../lib/error-text.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import type { LinkQuery } from '../../lib/use-link-query.ts'

/** @param onSent gets the address that the link was sent to */
export function useEmailChange(current: string, onSent: (email: string) => void) {
  const t = useTranslations('changeEmail')
  const failureText = useFailureText()
  const pinAgain = usePinAgain()
  const [failure, setFailure] = useState<string | null>(null)

  const request = async (newEmail: string): Promise<void> => {
    const body = { newEmail }
    try {
      const answer = await pinAgain.run(() => call('POST /api/product-user/generate-change-email-token', { body }))
      if (answer === null) return
      toast.successPreset('verificationSent')
      onSent(newEmail)
    } catch (error) {
      const text = failureText(error, t('failed'))
      setFailure(text)
      toast.error(text)
    }
  }
  const { run: change, isBusy } = useAction(async (typed: string) => {
    const newEmail = typed.trim()
    if (readEmailAddress(newEmail) === null) return setFailure(t('invalid'))
    if (newEmail.toLowerCase() === current.toLowerCase()) return setFailure(t('same'))
    setFailure(null)
    toast.clear()
    await request(newEmail)
  })
  return { change, isBusy, failure, forgetFailure: () => setFailure(null), pinAgain: pinAgain.sheet }
}

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

/** Our sentences for the server's refusals, for readers of other languages than English. */
const refusals = {
  invalid_token: 'linkOver',
  email_taken: 'taken',
  account_blocked: 'locked',
  invalid_email: 'invalid',
  same_email: 'same',
} as const

const isKnown = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

const useFailureText = (): ((error: unknown, fallback: string) => string) => {
  const tooManyText = useTooManyText()
  const t = useTranslations('changeEmail')
  const tError = useTranslations('errors')
  const serverText = useServerText()
  return (error, fallback) => {
    if (!(error instanceof ApiError) || error.status >= 500) return fallback
    if (error.status === 429) return tooManyText(error.retryAfterSeconds)
    if (error.code === 'address_bounces') return tError('addressBounces')
    return serverText(error, isKnown(error.code) ? t(refusals[error.code]) : fallback)
  }
}
