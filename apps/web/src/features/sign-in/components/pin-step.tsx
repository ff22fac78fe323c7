import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { AccountName, PinField } from '../../../components/pin-field.tsx'
import { paths } from '../../../lib/paths.ts'
import { toast } from '../../../lib/toast.ts'
import { useSignIn } from '../use-sign-in.ts'
import styles from './step.module.css'

type PinStepProps = { email: string; onSignedIn: () => void }

/** The second step of signing in. The fourth digit submits by itself; the button is for everybody who looks for one. */
export const PinStep = ({ email, onSignedIn }: PinStepProps) => {
  const t = useTranslations('login')
  const [pin, setPin] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const { signIn, isBusy, failure } = useSignIn(onSignedIn, () => setPin(''))

  const change = (next: string): void => {
    setPin(next)
    setIncomplete(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy) return
    setIncomplete(true)
    toast.error(t('pinIncomplete'))
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <AccountName email={email} />
      <PinField
        label={t('pinLabel')}
        hint={t('pinHint')}
        error={isIncomplete ? t('pinIncomplete') : failure}
        value={pin}
        onChange={change}
        onComplete={(complete) => signIn({ email, pin: complete })}
        autoComplete="current-password"
        isBusy={isBusy}
      />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? t('signingIn') : t('submit')}
      </Button>
      <Link className={styles.link} to={paths.restorePass} state={{ email }}>
        {t('forgotPin')}
      </Link>
    </form>
  )
}
