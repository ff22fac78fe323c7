import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { EmailField } from '../../../components/field.tsx'
import { PinAgainSheet } from '../../../components/pin-again-sheet.tsx'
import { draftOf } from '../../../lib/drafts.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useEmailChange } from '../email-change.ts'
import styles from './account.module.css'

type ChangeEmailFormProps = { current: string; onSent: (email: string) => void }

/** The current address, and a field for the new one, which is kept until the link has been sent. */
export function ChangeEmailForm({ current, onSent }: ChangeEmailFormProps) {
  const t = useTranslations('changeEmail')
  const draft = draftOf(useLearner().id, 'change-email')
  const [email, setEmail] = useState(() => draft.read() ?? '')
  const { change, isBusy, failure, forgetFailure, pinAgain } = useEmailChange(current, (sentTo) => {
    draft.remove()
    onSent(sentTo)
  })

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (email.trim() !== '') change(email)
  }
  return (
    <>
      <Stack as="form" gap={20} onSubmit={submit} noValidate>
        <dl className={styles.current}>
          <dt className={styles.label}>{t('currentLabel')}</dt>
          <dd className={styles.email}>{current}</dd>
        </dl>
        <p className={styles.text}>{t('text')}</p>
        <EmailField
          label={t('newLabel')}
          placeholder={t('placeholder')}
          value={email}
          readOnly={isBusy}
          error={failure}
          onChange={(typed) => {
            setEmail(typed)
            draft.write(typed)
            forgetFailure()
          }}
        />
        <Button type="submit" disabled={email.trim() === '' || isBusy}>
          {isBusy ? t('saving') : t('save')}
        </Button>
      </Stack>
      <PinAgainSheet {...pinAgain} />
    </>
  )
}
