import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { EmailField } from '../../../components/field.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { isEmail } from '../../../lib/email.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { useAction } from '../../../lib/use-action.ts'
import { failureOf } from '../sign-in-failure.ts'
import { useFailureText } from '../use-failure-text.ts'
import styles from './step.module.css'

type RestoreStepProps = { initialEmail: string; onSent: (email: string) => void }

/** Asks for the e-mail and orders the mail. What is said afterwards does not depend on whether there is an account. */
export const RestoreStep = ({ initialEmail, onSent }: RestoreStepProps) => {
  const t = useTranslations()
  const errorText = useErrorText()
  const failureText = useFailureText()
  const [email, setEmail] = useState(initialEmail)
  const [failure, setFailure] = useState<string | null>(null)

  const { run: send, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      await call('POST /api/product-user/restore-pin', { body: { email: email.trim() } })
      onSent(email.trim())
    } catch (problem) {
      const mustWait = problem instanceof ApiError && problem.status === 429
      setFailure(mustWait ? failureText(failureOf(problem)) : errorText(problem))
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isEmail(email)) send()
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <EmailField
        label={t('login.emailLabel')}
        autoComplete="username"
        placeholder={t('login.emailPlaceholder')}
        value={email}
        error={failure}
        onChange={setEmail}
      />
      <Button type="submit" disabled={!isEmail(email)} isBusy={isBusy}>
        {isBusy ? t('restorePass.sending') : t('restorePass.submit')}
      </Button>
    </form>
  )
}
