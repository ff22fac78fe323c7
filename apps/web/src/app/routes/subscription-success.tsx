import { Navigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button-link.tsx'
import { useClaim } from '../../features/billing/use-claim.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { Screen } from '../shell/screen.tsx'
import { ResultScene } from './result-scene.tsx'

/** After the checkout. The page grants nothing by itself: it waits for the provider's word and then leads on. */
export const SubscriptionSuccessPage = () => {
  const t = useTranslations('subscriptionResult')
  const [search] = useSearchParams()
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const claim = useClaim(search.get('session_id'))

  if (claim.state === 'failed') return <Navigate to={paths.subscriptionFailed} replace />
  if (claim.state === 'waiting')
    return (
      <Screen title={t('waitingTitle')}>
        <ResultScene title={t('waitingTitle')} text={t(claim.isSlow ? 'slow' : 'waiting')} />
      </Screen>
    )
  const isPaid = claim.state === 'paid'
  if (isPaid && claim.canSetPin) return <Navigate to={paths.pinFor(claim.email)} replace />
  if (isPaid && isAuthenticated) return <Navigate to={paths.dashboard} replace />
  const title = t(isPaid ? 'paidTitle' : 'unknownTitle')
  return (
    <Screen title={title}>
      <ResultScene title={title} text={t(isPaid ? 'paid' : 'unknown')}>
        <ButtonLink to={paths.login}>{t('toLogin')}</ButtonLink>
        {!(isPaid && claim.hasPin) && (
          <ButtonLink variant="secondary" to={paths.restorePass}>
            {t('noPin')}
          </ButtonLink>
        )}
      </ResultScene>
    </Screen>
  )
}
