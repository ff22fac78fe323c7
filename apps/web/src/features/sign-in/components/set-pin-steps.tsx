import { findPinWeakness } from '@kitewise/rules/pin-strength'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { AccountName, PinField } from '../../../components/pin-field.tsx'
import { paths } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast.ts'
import { useSetPin, useWeaknessText } from '../use-set-pin.ts'
import styles from './sign-in.module.css'

type NewPinStepProps = { email: string; onChosen: (pin: string) => void }

/** Asks for a new PIN and rejects a weak one at once, with the reason. */
export function NewPinStep({ email, onChosen }: NewPinStepProps) {
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

type RepeatPinStepProps = {
  email: string
  firstPin: string
  backTo: string
  onDone: (isSignedIn: boolean) => void
}

export function RepeatPinStep({ email, firstPin, backTo, onDone }: RepeatPinStepProps) {
  const t = useTranslations('setPin')
  const [pin, setPin] = useState('')
  const { setPin: save, reject, isBusy, failure } = useSetPin(onDone, () => setPin(''))

  const complete = (whole: string): void => {
    if (whole === firstPin) return save({ email, pin: whole })
    toast.clear()
    toast.errorPreset('pinMismatch')
    reject(t('mismatch'))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy) reject(t('incomplete'))
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <AccountName email={email} />
      <PinField
        label={t('repeatLabel')}
        hint={<span className="visually-hidden">{t('repeatHint')}</span>}
        error={failure?.text ?? null}
        value={pin}
        onChange={setPin}
        onComplete={complete}
        autoComplete="new-password"
        isBusy={isBusy}
      />
      {failure?.needsLink && (
        <ButtonLink variant="secondary" to={paths.restorePass}>
          {t('newLink')}
        </ButtonLink>
      )}
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? t('saving') : t('save')}
      </Button>
      <Link className={styles.link} to={backTo}>
        {t('chooseAnother')}
      </Link>
    </form>
  )
}
