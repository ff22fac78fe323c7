import type { Certificate } from '@kitewise/contract/certificates'
import { type CertificateNameProblem, findNameProblem } from '@kitewise/rules/certificate-name'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call } from '../../lib/api-client.ts'
import { certificateRequirementsQuery, certificatesQuery } from '../../lib/certificates-query.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useLearner } from '../../lib/session/session.ts'
import { useAction } from '../../lib/use-action.ts'

const problemOf: Partial<Record<ApiError['code'], CertificateNameProblem>> = {
  certificate_name_missing: 'missing',
  certificate_name_too_long: 'tooLong',
  certificate_name_unprintable: 'unprintable',
}

/** The characters that the server's fonts do not have, or `none` where nobody says. */
const unprintableIn = (details: unknown): string =>
  typeof details === 'object' && details !== null && 'characters' in details && Array.isArray(details.characters)
    ? details.characters.join(' ')
    : 'none'

const isMissing = (code: ApiError['code']): boolean =>
  code === 'course_incomplete' || code === 'capstone_not_passed' || code === 'lessons_skimmed'

/**
 * Has the certificate of a course issued. Asked twice, the server gives the same one.
 * @param knownName of an earlier certificate, which holds for this one too; null when none was issued yet
 */
export const useTakeCertificate = (
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
      void client.invalidateQueries(certificatesQuery)
      onTaken(certificate)
    } catch (error) {
      fail(error)
    }
  })
  return { take, isBusy, nameProblem, failure, forgetProblem: () => setNameProblem(null) }
}
