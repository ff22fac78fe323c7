import { Navigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { offerPath } from '../../features/billing/use-checkout.ts'
import { supportMailto } from '../../lib/brand.ts'
import { Screen } from '../shell/screen.tsx'
import { ResultScene } from './result-scene.tsx'

/** A checkout that came to nothing. What was entered before is kept, so another try is one step away. Canceling is no failure. */
export const SubscriptionFailedPage = () => {
  const t = useTranslations('subscriptionResult')
  const [search] = useSearchParams()
  if (search.get('reason') === 'canceled') return <Navigate to={offerPath()} replace />
  return (
    <Screen title={t('failedTitle')}>
      <ResultScene title={t('failedTitle')} text={t('failed')}>
        <ButtonLink to={offerPath()}>{t('tryAgain')}</ButtonLink>
        <a className={buttonClass({ variant: 'quiet' })} href={supportMailto(t('failedTitle'))}>
          {t('askUs')}
        </a>
      </ResultScene>
    </Screen>
  )
}
