import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePinAgain } from '../../components/pin-again-sheet.tsx'
import { call } from '../../lib/api-client.ts'
import { isEmail } from '../../lib/email.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { useFailureText } from './use-failure-text.ts'

/**
 * Asks for the link to a new address. What is wrong with the address, or went wrong, is `failure`.
 * @param current the address of the account
 * @param onSent gets the address that the link went to
 */
export const useEmailChange = (current: string, onSent: (email: string) => void) => {
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
    if (!isEmail(newEmail)) return setFailure(t('invalid'))
    if (newEmail.toLowerCase() === current.toLowerCase()) return setFailure(t('same'))
    setFailure(null)
    toast.clear()
    await request(newEmail)
  })
  return { change, isBusy, failure, forgetFailure: () => setFailure(null), pinAgain: pinAgain.sheet }
}
