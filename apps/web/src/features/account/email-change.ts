import { readEmailAddress } from '@kitewise/rules/account'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePinAgain } from '../../components/pin-again-sheet.tsx'
import { ApiError, call } from '../../lib/api-client.ts'
import { useRefusalText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'

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

/** The sentence of the server, or ours for readers of other languages than English. */
const useFailureText = (): ((error: unknown, fallback: string) => string) => {
  const refusalText = useRefusalText()
  const t = useTranslations('changeEmail')
  const tError = useTranslations('errors')
  return (error, fallback) => {
    if (error instanceof ApiError && error.code === 'address_bounces') return tError('addressBounces')
    return refusalText(error, fallback, {
      email_taken: t('taken'),
      account_blocked: t('locked'),
      invalid_email: t('invalid'),
      same_email: t('same'),
    })
  }
}
