import type { Answer } from '@kitewise/contract/calls'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api-client.ts'
import { useTooManyText } from '../../lib/error-text.ts'
import { adoptProfileLanguage } from '../../lib/i18n/language.ts'
import { session } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'

/** @param onSignedIn called just before the session starts */
export function useSignIn(onSignedIn: () => void, onFailed: () => void = () => undefined) {
  const t = useTranslations('login')
  const failureText = useFailureText()
  const [failure, setFailure] = useState<string | null>(null)

  const fail = (reason: SignInFailure): void => {
    const text = failureText(reason)
    setFailure(text)
    toast.error(text)
    onFailed()
  }
  const begin = (isRestored: boolean): void => {
    if (isRestored) toast.success(t('restored'))
    onSignedIn()
  }
  const { run: signIn, isBusy } = useAction(async (prove: Proof) => {
    setFailure(null)
    toast.clear()
    try {
      if (!(await openSession(prove, begin))) fail({ kind: 'invalid' })
    } catch (problem) {
      fail(failureOf(problem))
    }
  })
  return { signIn, isBusy, failure }
}

export type Credentials = { email: string; pin: string }

/** Asks the server for a session. */
type Proof = () => Promise<Answer<'login'>>

export function proveByPin(body: Credentials): Proof {
  return () => call('POST /api/product-user/login', { body })
}

/**
 * @param onSignedIn called just before the session starts, with whether the sign-in undid a deletion of the account
 * @returns false when the server returned no token
 * @throws {ApiError} {NetworkError} as `call` does
 */
export async function openSession(
  prove: Proof,
  onSignedIn: (isRestored: boolean) => void = () => undefined,
): Promise<boolean> {
  const answer = await prove()
  if (!answer.jwt) return false
  onSignedIn(answer.restored ?? false)
  startSession(answer)
  return true
}

export function startSession({ jwt, user, needsPlan }: Pick<Answer<'login'>, 'jwt' | 'user' | 'needsPlan'>): void {
  adoptProfileLanguage(user.lang)
  session.setToken(jwt, user, needsPlan === true)
}

export function useFailureText(): (failure: SignInFailure) => string {
  const t = useTranslations()
  const tooManyText = useTooManyText()
  return (failure) => {
    if (failure.kind === 'invalid') return t('login.invalidCredentials')
    if (failure.kind === 'mailbox') return t('errors.checkMailbox')
    if (failure.kind === 'organization') return t('login.requiredBy', { organization: failure.name })
    if (failure.kind === 'blocked') return t('login.blocked')
    if (failure.kind === 'bounces') return t('errors.addressBounces')
    if (failure.kind === 'incomplete') return t('login.pinIncomplete')
    if (failure.kind === 'failed') return t('login.failed')
    if (failure.kind === 'passkey') return t('login.passkeyFailed')
    return tooManyText(failure.seconds)
  }
}

type SignInFailure =
  | { kind: 'invalid' }
  | { kind: 'failed' }
  | { kind: 'incomplete' }
  | { kind: 'blocked' }
  /** The browser has none, its dialog was closed, or we refused it. */
  | { kind: 'passkey' }
  /** The organization with this name wants to be the way in. */
  | { kind: 'organization'; name: string }
  /** Unknown device: the way in is a mailed link. */
  | { kind: 'mailbox' }
  /** No mail arrives at the address, so there is no such link. */
  | { kind: 'bounces' }
  | { kind: 'wait'; seconds: number | null }

export function failureOf(error: unknown): SignInFailure {
  if (error instanceof DOMException) return { kind: 'passkey' }
  if (!(error instanceof ApiError)) return { kind: 'failed' }
  if (error.status === 429) return { kind: 'wait', seconds: error.retryAfterSeconds }
  if (error.code === 'check_mailbox') return { kind: 'mailbox' }
  if (error.code === 'address_bounces') return { kind: 'bounces' }
  if (error.code === 'organization_sign_in_required') return { kind: 'organization', name: nameIn(error.details) }
  if (error.code === 'passkey_refused') return { kind: 'passkey' }
  if (error.code === 'account_blocked') return { kind: 'blocked' }
  return { kind: error.status === 401 ? 'invalid' : 'failed' }
}

const nameIn = (details: unknown): string => (details as { name?: string } | undefined)?.name ?? ''
