import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ButtonLink } from '../../components/button.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { certificateQuery } from '../../features/certificates/api.ts'
import { CertificateView } from '../../features/certificates/components/certificate-view.tsx'
import { AddToProfile, ShareButton } from '../../features/certificates/components/share-certificate.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { brand } from '../../lib/brand.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { certificatesQuery } from '../../lib/learning-queries.ts'
import { paths } from '../../lib/paths.ts'
import { useHistory } from '../../lib/router.tsx'
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
    <Screen title={t('title')} header={<SimpleHeader width="wide" />} width="roomy">
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
  const isNew = (useHistory().location.state as { isNew?: boolean } | null)?.isNew === true
  const { data: own = [] } = useQuery({ ...certificatesQuery, enabled: isSignedIn })
  const isOwner = own.some((certificate) => certificate.id === id)
  const wayOut = isSignedIn
    ? { label: t('toAccount'), to: paths.profile }
    : { label: t('learnToo', brand), to: paths.quizStart }

  if (data) {
    const shared = { ...data, id }
    return (
      <CertificateView
        id={id}
        certificate={data}
        isNew={isNew}
        {...(isSignedIn && {
          actions: (
            <>
              <ShareButton certificate={shared} />
              {isOwner && <AddToProfile certificate={shared} />}
            </>
          ),
        })}
      >
        <ButtonLink variant={isSignedIn ? 'quiet' : 'secondary'} to={wayOut.to}>
          {wayOut.label}
        </ButtonLink>
      </CertificateView>
    )
  }
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
      <Skeleton shape="card" height="min(70vw, 27rem)" />
      <Skeleton width="60%" />
    </SkeletonScreen>
  )
}
