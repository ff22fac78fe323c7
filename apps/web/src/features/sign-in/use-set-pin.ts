import type { PinWeakness } from '@kitewise/rules/pin-strength'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call, NetworkError } from '../../lib/api-client.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { type Credentials, failureOf, openSession, proveByPin, useFailureText } from './use-sign-in.ts'

/** Refusals after which only a new mailed link helps. */
const endedProofs = new Set<string>(['unauthorized', 'invalid_token', 'wrong_email', 'reauthenticate'])

const send = async (body: Credentials): Promise<void> => {
  const token = pinSetup.tokenFor(body.email)
  await call('POST /api/product-user/set-pin', { body, ...(token !== null && { bearer: token }) })
}

const weaknessIn = (error: unknown): PinWeakness | null => {
  if (!(error instanceof ApiError) || error.code !== 'pin_too_easy') return null
  const { reason } = (error.details ?? {}) as { reason?: PinWeakness }
  return reason ?? 'run'
}

type SetPinFailure = { text: string; needsLink: boolean }

/**
 * @param onDone called when the PIN is set; `isSignedIn` is false when the sign-in failed
 * @param onFailed called after a failure, to clear the PIN
 */
export function useSetPin(onDone: (isSignedIn: boolean) => void, onFailed: () => void) {
  const t = useTranslations('setPin')
  const failureText = useFailureText()
  const weaknessText = useWeaknessText()
  const [failure, setFailure] = useState<SetPinFailure | null>(null)
  // An attempt without an answer may have used the token up. If the PIN then signs in, it was set.
  const mayBeSet = useRef(false)

  const textOf = (error: unknown): string => {
    const weakness = weaknessIn(error)
    if (weakness !== null) return weaknessText(weakness)
    return error instanceof ApiError && error.status === 429 ? failureText(failureOf(error)) : t('failed')
  }
  const fail = (error: unknown): void => {
    const text = textOf(error)
    const needsLink = error instanceof ApiError && endedProofs.has(error.code)
    setFailure({ text, needsLink })
    // The sentence beside the way to a new link is enough.
    if (!needsLink) toast.error(text)
    onFailed()
  }
  const finish = (isSignedIn: boolean): void => {
    pinSetup.forget()
    pinDraft.forget()
    toast.successPreset('pinReady')
    onDone(isSignedIn)
  }
  const { run: setPin, isBusy } = useAction(async (body: Credentials) => {
    setFailure(null)
    toast.clear()
    try {
      await send(body)
    } catch (problem) {
      const mayHaveWorked = mayBeSet.current && problem instanceof ApiError && problem.code === 'invalid_token'
      if (problem instanceof NetworkError) mayBeSet.current = true
      if (!mayHaveWorked || !(await openSession(proveByPin(body)).catch(() => false))) return fail(problem)
      return finish(true)
    }
    finish(await openSession(proveByPin(body)).catch(() => false))
  })
  const reject = (text: string): void => {
    setFailure({ text, needsLink: false })
    onFailed()
  }
  return { setPin, reject, isBusy, failure }
}

export function useWeaknessText(): (weakness: PinWeakness) => string {
  const t = useTranslations('setPin')
  return (weakness) => t('tooEasy', { weakness })
}

/** The first entry, for the screen that asks for it again. Nowhere else, so a reload forgets it. */
let draft: string | null = null

export const pinDraft = {
  read: (): string | null => draft,
  keep: (pin: string): void => {
    draft = pin
  },
  forget: (): void => {
    draft = null
  },
}
