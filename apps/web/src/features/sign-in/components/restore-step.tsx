import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { EmailField } from '../../../components/field.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { isEmail } from '../../../lib/email.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { pinSetup } from '../../../lib/pin-setup.ts'
import { useAction, useActionOnShow } from '../../../lib/use-action.ts'
import { checkPinToken, requestPinLink } from '../api.ts'
import { failureOf, useFailureText } from '../use-sign-in.ts'
import styles from './sign-in.module.css'

type RestoreStepProps = { initialEmail: string; onSent: (email: string) => void }

/** Asks for the e-mail and requests the mail. The response does not depend on whether there is an account. */
export function RestoreStep({ initialEmail, onSent }: RestoreStepProps) {
  const t = useTranslations()
  const errorText = useErrorText()
  const failureText = useFailureText()
  const [email, setEmail] = useState(initialEmail)
  const [failure, setFailure] = useState<string | null>(null)

  const { run: send, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      await requestPinLink(email.trim())
      onSent(email.trim())
    } catch (problem) {
      const isExplained = problem instanceof ApiError && (problem.status === 429 || problem.code === 'address_bounces')
      setFailure(isExplained ? failureText(failureOf(problem)) : errorText(problem))
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

/** `none`: there was no link. `over`: used, expired or unknown. `unchecked`: the server did not answer. */
type PinLinkState = 'none' | 'checking' | 'over' | 'unchecked'

const keepProof = async (token: string | null): Promise<string | null> => {
  if (token === null) return null
  const email = await checkPinToken(token)
  pinSetup.keep({ email, token })
  return email
}

/** Checks the token without using it up. @param onValid gets the e-mail. Must be stable. */
export function usePinLink(token: string | null, onValid: (email: string) => void) {
  const { data: email, error, isBusy, retry } = useActionOnShow(() => keepProof(token))
  useEffect(() => {
    if (email) onValid(email)
  }, [email, onValid])
  return { state: stateOf(token, error, isBusy), error, retry }
}

const stateOf = (token: string | null, error: unknown, isBusy: boolean): PinLinkState => {
  if (token === null) return 'none'
  if (isBusy || error === undefined) return 'checking'
  return error instanceof ApiError && error.code === 'invalid_token' ? 'over' : 'unchecked'
}
