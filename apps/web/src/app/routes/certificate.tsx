import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { certificateQuery } from '../../features/certificates/api.ts'
import { CertificateView, ShareButton } from '../../features/certificates/components/certificate-view.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { brand } from '../../lib/brand.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** Anyone may verify a certificate here, but search engines are asked not to index it. */
export function CertificatePage() {
  const t = useTranslations('certificate')
  return (
    <Screen title={t('title')} header={<SimpleHeader />}>
      <meta name="robots" content="noindex" />
      <div className={styles.content}>
        <Verification />
        <LanguageLink />
      </div>
    </Screen>
  )
}

const Verification = () => {
  const t = useTranslations('certificate')
  const errorText = useErrorText()
  const isSignedIn = useSession((state) => state.isAuthenticated)
  const { certificateId: id = '' } = useParams()
  const { data, error, isBusy, retry } = useRead(certificateQuery(id))
  const wayOut = isSignedIn
    ? { label: t('toAccount'), to: paths.profile }
    : { label: t('learnToo', brand), to: paths.quizStart }

  if (data)
    return (
      <>
        <h1 className="visually-hidden">{t('title')}</h1>
        <CertificateView certificate={data} />
        {isSignedIn && (
          <ShareButton url={new URL(paths.certificate(id), window.location.origin).href} title={data.courseName} />
        )}
        <ButtonLink variant={isSignedIn ? 'quiet' : 'secondary'} to={wayOut.to}>
          {wayOut.label}
        </ButtonLink>
      </>
    )
  if (error instanceof ApiError && error.status === 404)
    return <ErrorView headingLevel="h1" title={t('unknownTitle')} message={t('unknownText')} wayOut={wayOut} />
  if (error !== null)
    return (
      <ErrorView
        headingLevel="h1"
        message={errorText(error, t('loadFailed'))}
        error={error}
        onRetry={retry}
        isRetrying={isBusy}
        wayOut={wayOut}
      />
    )
  return (
    <SkeletonScreen>
      <Skeleton shape="card" height="20rem" />
      <Skeleton width="60%" />
    </SkeletonScreen>
  )
}
