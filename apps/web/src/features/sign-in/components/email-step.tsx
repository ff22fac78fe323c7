import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { EmailField } from '../../../components/field.tsx'
import { isEmail } from '../../../lib/email.ts'
import styles from './step.module.css'

type EmailStepProps = { email: string; onChange: (email: string) => void; onSubmit: () => void }

/** The first step of signing in: whose account it is. */
export const EmailStep = ({ email, onChange, onSubmit }: EmailStepProps) => {
  const t = useTranslations('login')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isEmail(email)) onSubmit()
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <EmailField
        label={t('emailLabel')}
        autoComplete="username"
        placeholder={t('emailPlaceholder')}
        value={email}
        onChange={onChange}
      />
      <Button type="submit" disabled={!isEmail(email)}>
        {t('submit')}
      </Button>
    </form>
  )
}
