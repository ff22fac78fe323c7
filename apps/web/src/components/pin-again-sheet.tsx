import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../lib/api-client.ts'
import { roundWait, useErrorText } from '../lib/error-text.ts'
import type { PinAgainProps } from '../lib/session/use-pin-again.ts'
import { useAction } from '../lib/use-action.ts'
import styles from './pin-again-sheet.module.css'
import { PinField } from './pin-field.tsx'
import { Sheet } from './sheet.tsx'

/** Asks for the PIN of who is signed in; see `usePinAgain`. Needs the texts of `account`. */
export const PinAgainSheet = ({ isOpen, onRight, onCancel }: PinAgainProps) => {
  const t = useTranslations('pinAgain')
  return (
    <Sheet isOpen={isOpen} onClose={onCancel} title={t('title')}>
      <PinAgainForm onRight={onRight} />
    </Sheet>
  )
}

const useFailureText = () => {
  const t = useTranslations()
  const errorText = useErrorText()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return errorText(error, t('pinAgain.failed'))
    if (error.code === 'wrong_pin') return t('pinAgain.wrong')
    if (error.code === 'check_mailbox') return t('login.checkMailbox')
    if (error.status !== 429) return errorText(error, t('pinAgain.failed'))
    const { retryAfterSeconds } = error
    return t('login.tooMany', retryAfterSeconds === null ? { unit: 'other', count: 0 } : roundWait(retryAfterSeconds))
  }
}

const PinAgainForm = ({ onRight }: { onRight: () => void }) => {
  const t = useTranslations('pinAgain')
  const failureText = useFailureText()
  const [pin, setPin] = useState('')
  const [failure, setFailure] = useState<string | null>(null)

  const { run: check, isBusy } = useAction(async (complete: string) => {
    setFailure(null)
    try {
      await call('POST /api/product-user/reauthenticate', { body: { pin: complete } })
      onRight()
    } catch (error) {
      setFailure(failureText(error))
      setPin('')
    }
  })
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('text')}</p>
      <PinField
        label={t('label')}
        hint={isBusy ? t('checking') : t('hint')}
        error={failure}
        value={pin}
        onChange={setPin}
        onComplete={check}
        autoComplete="current-password"
        isBusy={isBusy}
      />
    </div>
  )
}
