import type { Certificate, CertificateRequirements } from '@kitewise/contract/certificates'
import type { Course } from '@kitewise/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation, useParams } from 'wouter'
import { ButtonLink } from '../../components/button.tsx'
import { TiedKite } from '../../components/kite-tied.tsx'
import { EmptyView, ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { certificateRequirementsQuery } from '../../features/certificates/api.ts'
import { TakeCertificate } from '../../features/certificates/components/take-certificate.tsx'
import { useErrorText } from '../../lib/error-text.ts'
import { certificatesQuery, courseQuery } from '../../lib/learning-queries.ts'
import { paths } from '../../lib/paths.ts'
import { useLearner } from '../../lib/session/session.ts'
import { OpenWork } from '../open-work.tsx'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

/** First what is missing, then the name, and from then on the certificate. */
export function TakeCertificatePage() {
  const t = useTranslations('certificate')
  const { courseId = '' } = useParams()
  return (
    <Screen
      title={t('title')}
      header={<TitledHeader title={t('title')} backTo={paths.course(courseId)} />}
      width="roomy"
    >
      <CertificateOf courseId={courseId} />
    </Screen>
  )
}

const CertificateOf = ({ courseId }: { courseId: string }) => {
  const t = useTranslations('certificate')
  const errorText = useErrorText()
  const course = useQuery(courseQuery(courseId))
  const certificates = useQuery(certificatesQuery)
  // A failed request is no obstacle: the server decides when the certificate is requested.
  const requirements = useQuery(certificateRequirementsQuery(useLearner().id, courseId))
  const error = course.error ?? certificates.error
  if (course.data && certificates.data && !requirements.isLoading) {
    return (
      <WayToCertificate
        course={course.data}
        certificates={certificates.data}
        requirements={requirements.data ?? null}
        onPracticed={() => void requirements.refetch()}
      />
    )
  }
  if (error === null) return <WorkSkeleton />
  return (
    <ErrorView
      message={errorText(error, t('loadFailed'))}
      error={error}
      onRetry={() => void Promise.all([course.refetch(), certificates.refetch()])}
      isRetrying={course.isFetching || certificates.isFetching}
      wayOut={{ label: t('toCourse'), to: paths.course(courseId) }}
    />
  )
}

const WorkSkeleton = () => (
  <SkeletonScreen>
    <Skeleton shape="card" height="min(70vw, 27rem)" />
    <Skeleton width="80%" />
  </SkeletonScreen>
)

type WayToCertificateProps = {
  course: Course
  certificates: Certificate[]
  /** Null when unknown. */
  requirements: CertificateRequirements | null
  onPracticed: () => void
}

const WayToCertificate = ({ course, certificates, requirements, onPracticed }: WayToCertificateProps) => {
  const [, navigate] = useLocation()
  const missing = requirements && findMissing(requirements)
  const [hadWork, setHadWork] = useState(false)
  if (missing === 'work' && !hadWork) setHadWork(true)
  const issued = certificates.find(({ courseId }) => courseId === course.id)
  if (issued) return <Redirect to={paths.certificate(issued.id)} replace />
  if (missing === 'lessons') return <NotYet courseId={course.id} />
  if (requirements && missing === 'work') {
    return <OpenWork course={course} requirements={requirements} onPracticed={onPracticed} />
  }
  return (
    <TakeCertificate
      course={course}
      takesFocus={hadWork}
      knownName={certificates[0]?.name ?? null}
      onTaken={({ id }) => navigate(paths.certificate(id), { replace: true, state: { isNew: true } })}
    />
  )
}

const findMissing = ({ isCompleted, capstone, skimmedLessons }: CertificateRequirements) => {
  if (!isCompleted) return 'lessons'
  return capstone.isPassed && skimmedLessons.length === 0 ? null : 'work'
}

const NotYet = ({ courseId }: { courseId: string }) => {
  const t = useTranslations('certificate')
  return (
    <EmptyView
      kite={<TiedKite />}
      title={t('notYet')}
      message={t('incomplete')}
      action={<ButtonLink to={paths.course(courseId)}>{t('toCourse')}</ButtonLink>}
    />
  )
}
