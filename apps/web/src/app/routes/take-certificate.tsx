import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button-link.tsx'
import { EmptyView } from '../../components/empty-view.tsx'
import { ErrorView } from '../../components/error-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { TakeCertificate } from '../../features/certificates/components/take-certificate.tsx'
import { certificatesQuery } from '../../lib/certificates-query.ts'
import { courseProgressQuery, courseQuery } from '../../lib/learning-queries.ts'
import { paths } from '../../lib/paths.ts'
import { useLearner } from '../../lib/session/use-learner.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import { Screen } from '../shell/screen.tsx'
import { TitledHeader } from '../shell/titled-header.tsx'

/** Where "Get my certificate" leads: to the certificate, and the first time to the question whose name it bears. */
export const TakeCertificatePage = () => {
  const t = useTranslations('certificate')
  const { courseId = '' } = useParams()
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.course(courseId)} />}>
      <CertificateOf courseId={courseId} />
    </Screen>
  )
}

const CertificateOf = ({ courseId }: { courseId: string }) => {
  const t = useTranslations('certificate')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const course = useQuery(courseQuery(courseId))
  const certificates = useQuery(certificatesQuery)
  // Only spares the question for a name: whether the course is finished is for the server to say.
  const progress = useQuery(courseProgressQuery(useLearner().id, courseId))
  const error = course.error ?? certificates.error
  if (course.data && certificates.data && !progress.isLoading) {
    const issued = certificates.data.find((certificate) => certificate.courseId === courseId)
    if (issued) return <Navigate to={paths.certificate(issued.id)} replace />
    if (progress.data && progress.data.status !== 'completed') return <NotYet courseId={courseId} />
    return (
      <TakeCertificate
        course={course.data}
        knownName={certificates.data[0]?.name ?? null}
        onTaken={({ id }) => void navigate(paths.certificate(id), { replace: true })}
      />
    )
  }
  if (error === null)
    return (
      <SkeletonScreen>
        <Skeleton width="80%" />
        <Skeleton shape="card" height="20rem" />
      </SkeletonScreen>
    )
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

const NotYet = ({ courseId }: { courseId: string }) => {
  const t = useTranslations('certificate')
  return (
    <EmptyView
      title={t('notYet')}
      message={t('incomplete')}
      action={<ButtonLink to={paths.course(courseId)}>{t('toCourse')}</ButtonLink>}
    />
  )
}
