import * as textLimits from '@kitewise/contract/typed/text-limits'
import type { Certificate } from '@kitewise/contract/certificates'
import { type CertificateNameProblem, findNameProblem } from '@kitewise/rules/certificate-name'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { draftOf } from '../../../lib/drafts.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { certificatesQuery } from '../../../lib/learning-queries.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { certificateRequirementsQuery } from '../api.ts'
import { CertificatePaper } from './certificate-paper.tsx'
import styles from './certificate.module.css'

type TakeCertificateProps = {
  course: { id: string; title: string }
  /** From an earlier certificate; null if the name must be asked for, once and for all. */
  knownName: string | null
  onTaken: (certificate: Certificate) => void
  /** It replaces what was just done, so it takes the focus. */
  takesFocus: boolean
}

const focusOnce = (element: HTMLElement | null): void => element?.focus()

export function TakeCertificate({ course, knownName, onTaken, takesFocus }: TakeCertificateProps) {
  const t = useTranslations('certificate')
  const learner = useLearner()
  const draft = draftOf(learner.id, 'certificate-name')
  const [name, setName] = useState(() => knownName ?? draft.read() ?? learner.firstName ?? '')
  const { take, isBusy, nameProblem, failure, forgetProblem } = useTakeCertificate(course.id, knownName, (taken) => {
    draft.remove()
    onTaken(taken)
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    take(name)
  }
  return (
    <form className={styles.take} onSubmit={submit} noValidate>
      <CertificatePaper name={name} courseName={course.title} />
      <div className={styles.form}>
        {knownName === null && (
          <Field
            label={t('nameLabel')}
            name="name"
            autoComplete="name"
            ref={takesFocus ? focusOnce : undefined}
            spellCheck={false}
            limit={2 * textLimits.certificateName}
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
        <FieldError message={failure} />
        <Button type="submit" isBusy={isBusy} ref={takesFocus && knownName !== null ? focusOnce : undefined}>
          {t('take')}
        </Button>
        <p className={styles.takeText}>
          {t(knownName === null ? 'takeText' : 'ownName')} {t('publicNote')}
        </p>
      </div>
    </form>
  )
}

const problemOf: Partial<Record<ApiError['code'], CertificateNameProblem>> = {
  certificate_name_missing: 'missing',
  certificate_name_too_long: 'tooLong',
  certificate_name_unprintable: 'unprintable',
}

/** The characters that the server's fonts lack, or `none` if unknown. */
const unprintableIn = (details: unknown): string =>
  typeof details === 'object' && details !== null && 'characters' in details && Array.isArray(details.characters)
    ? details.characters.join(' ')
    : 'none'

const isMissing = (code: ApiError['code']): boolean =>
  code === 'course_incomplete' || code === 'capstone_not_passed' || code === 'lessons_skimmed'

/** Idempotent: a repeat returns the same certificate. */
const useTakeCertificate = (
  courseId: string,
  knownName: string | null,
  onTaken: (certificate: Certificate) => void,
) => {
  const t = useTranslations('certificate')
  const errorText = useErrorText()
  const client = useQueryClient()
  const { id: userId } = useLearner()
  const [nameProblem, setNameProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const fail = (error: unknown): void => {
    const problem = error instanceof ApiError ? problemOf[error.code] : undefined
    if (problem) setNameProblem(sayProblem(problem, unprintableIn((error as ApiError).details)))
    else if (error instanceof ApiError && isMissing(error.code)) {
      setFailure(t('incomplete'))
      // The screen then shows what is missing.
      void client.invalidateQueries({ queryKey: certificateRequirementsQuery(userId, courseId).queryKey })
    } else setFailure(errorText(error, t('takeFailed')))
  }
  const sayProblem = (problem: CertificateNameProblem, characters: string): string =>
    problem === 'unprintable' ? t('unprintable', { characters }) : t(problem)

  const { run: take, isBusy } = useAction(async (name: string) => {
    setFailure(null)
    const problem = knownName === null ? findNameProblem(name) : null
    setNameProblem(problem && sayProblem(problem, 'none'))
    if (problem) return
    try {
      const body = { courseId, ...(knownName === null ? { name } : {}) }
      const certificate = await call('POST /api/certificates', { body })
      // No screen offers it a second time, even before the list is read again.
      client.setQueryData(certificatesQuery.queryKey, (known) => known && [certificate, ...known])
      void client.invalidateQueries(certificatesQuery)
      onTaken(certificate)
    } catch (error) {
      fail(error)
    }
  })
  return { take, isBusy, nameProblem, failure, forgetProblem: () => setNameProblem(null) }
}
