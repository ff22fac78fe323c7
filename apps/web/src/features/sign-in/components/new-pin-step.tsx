import { findPinWeakness } from '@kitewise/rules/pin-strength'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { AccountName, PinField } from '../../../components/pin-field.tsx'
import { useWeaknessText } from '../use-weakness-text.ts'
import styles from './step.module.css'

type NewPinStepProps = { email: string; onChosen: (pin: string) => void }

/** Asks for a new PIN and refuses one that is too easy at once, with the reason. */
export const NewPinStep = ({ email, onChosen }: NewPinStepProps) => {
  const t = useTranslations('setPin')
  const weaknessText = useWeaknessText()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)

  const change = (next: string): void => {
    setPin(next)
    setError(null)
  }
  const complete = (whole: string): void => {
    const weakness = findPinWeakness(whole)
    if (weakness === null) return onChosen(whole)
    setError(weaknessText(weakness))
    setPin('')
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setError(t('incomplete'))
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <AccountName email={email} />
      <PinField
        label={t('pinLabel')}
        hint={t('pinHint')}
        error={error}
        value={pin}
        onChange={change}
        onComplete={complete}
        autoComplete="new-password"
      />
      <Button type="submit">{t('next')}</Button>
    </form>
  )
}
