import type { Certificate } from '@kitewise/contract/certificates'
import { certificateNameLength } from '@kitewise/rules/certificate-name'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { draftOf } from '../../../lib/drafts.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useTakeCertificate } from '../use-take-certificate.ts'
import { CertificateCard } from './certificate-card.tsx'
import styles from './take-certificate.module.css'

type TakeCertificateProps = {
  course: { id: string; title: string }
  /** Of an earlier certificate; null: it is asked for, once and for all. */
  knownName: string | null
  onTaken: (certificate: Certificate) => void
  /** It takes the place of what was just done, and so the focus. */
  takesFocus: boolean
}

const focusOnce = (element: HTMLElement | null): void => element?.focus()

/** The name that goes onto the certificate, seen on it while it is typed. */
export const TakeCertificate = ({ course, knownName, onTaken, takesFocus }: TakeCertificateProps) => {
  const t = useTranslations('certificate')
  const draft = draftOf(useLearner().id, 'certificate-name')
  const [name, setName] = useState(() => knownName ?? draft.read() ?? '')
  const { take, isBusy, nameProblem, failure, forgetProblem } = useTakeCertificate(course.id, knownName, (taken) => {
    draft.remove()
    onTaken(taken)
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    take(name)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>
        {t(knownName === null ? 'takeText' : 'ownName')} {t('publicNote')}
      </p>
      {knownName === null && (
        <Field
          label={t('nameLabel')}
          name="name"
          autoComplete="name"
          ref={takesFocus ? focusOnce : undefined}
          spellCheck={false}
          maxLength={2 * certificateNameLength}
          value={name}
          readOnly={isBusy}
          error={nameProblem}
          onChange={(event) => {
            setName(event.target.value)
            draft.write(event.target.value)
            forgetProblem()
          }}
        />
      )}
      <CertificateCard name={name} courseName={course.title} />
      <FieldError message={failure} />
      <Button type="submit" isBusy={isBusy} ref={takesFocus && knownName !== null ? focusOnce : undefined}>
        {t('take')}
      </Button>
    </form>
  )
}
