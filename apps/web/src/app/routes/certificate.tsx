import type { PublicCertificate } from '@kitewise/contract/certificates'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ButtonLink } from '../../components/button.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { CertificateView } from '../../features/certificates/components/certificate-view.tsx'
import { AddToProfile, ShareButton } from '../../features/certificates/components/share-certificate.tsx'
import type { Shared } from '../../features/certificates/share.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { brand } from '../../lib/brand.ts'
import { findPageData } from '../../lib/early-answers.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import { useReadOnShow } from '../../lib/read-on-show.ts'
import { useHistory } from '../../lib/router.tsx'
import { useSession } from '../../lib/session/session.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { LanguageLink } from '../shell/language-link.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** Anyone may verify a certificate here, but search engines are asked not to index it. */
export function CertificatePage() {
  const t = useTranslations('certificate')
  const { certificateId: id = '' } = useParams()
  return (
    <Screen title={t('title')} header={<SimpleHeader width="wide" />} width="roomy">
      <meta name="robots" content="noindex" />
      <div className={styles.content}>
        <Verification key={id} id={id} />
      </div>
    </Screen>
  )
}

const Verification = ({ id }: { id: string }) => {
  const t = useTranslations('certificate')
  const errorText = useErrorText()
  const isSignedIn = useSession((state) => state.isAuthenticated)
  const { data, error, isBusy, retry } = useReadOnShow(
    (signal) => call('GET /api/certificates/{id}', { params: { id }, signal }),
    certificateOfPage(id),
  )
  const isNew = (useHistory().location.state as { isNew?: boolean } | null)?.isNew === true
  const wayOut = isSignedIn
    ? { label: t('toAccount'), to: paths.profile }
    : { label: t('learnToo', brand), to: paths.quizStart }

  if (data === undefined && error === undefined) return <Waiting />
  if (data === undefined) {
    const isUnknown = error instanceof ApiError && error.status === 404
    return (
      <>
        {isUnknown ? (
          <ErrorView headingLevel="h1" title={t('unknownTitle')} message={t('unknownText')} wayOut={wayOut} />
        ) : (
          <ErrorView
            headingLevel="h1"
            message={errorText(error, t('loadFailed'))}
            error={error}
            onRetry={retry}
            isRetrying={isBusy}
            wayOut={wayOut}
          />
        )}
        <LanguageLink />
      </>
    )
  }
  const shared = { ...data, id }
  return (
    <>
      <CertificateView
        id={id}
        certificate={data}
        isNew={isNew}
        {...(isSignedIn && {
          actions: (
            <>
              <ShareButton certificate={shared} />
              <AddOwn certificate={shared} />
            </>
          ),
        })}
      >
        <ButtonLink variant={isSignedIn ? 'quiet' : 'secondary'} to={wayOut.to}>
          {wayOut.label}
        </ButtonLink>
      </CertificateView>
      <LanguageLink />
    </>
  )
}

const Waiting = () => (
  <SkeletonScreen>
    <Skeleton shape="card" height="min(70vw, 27rem)" />
    <Skeleton width="60%" />
  </SkeletonScreen>
)

/** The server brings it along in the page of its address. */
const certificateOfPage = (id: string): PublicCertificate | undefined => {
  const certificate = findPageData(useLanguage.getState().language)?.certificate
  return certificate?.id === id ? certificate : undefined
}

/** Only who earned it may add it to a profile. */
const AddOwn = ({ certificate }: { certificate: Shared }) => {
  const { data: own = [] } = useReadOnShow((signal) => call('GET /api/certificates', { signal }))
  return own.some(({ id }) => id === certificate.id) && <AddToProfile certificate={certificate} />
}
