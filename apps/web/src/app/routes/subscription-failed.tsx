import { useTranslations } from 'use-intl'
import { buttonClass } from '../../components/button.tsx'
import { ButtonLink } from '../../components/button-link.tsx'
import { supportMailto } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import { registration } from '../../lib/registration.ts'
import { Screen } from '../shell/screen.tsx'
import { ResultScene } from './result-scene.tsx'

/** A checkout that was left or came to nothing. What was entered before is kept, so another try is one step away. */
export const SubscriptionFailedPage = () => {
  const t = useTranslations('subscriptionResult')
  return (
    <Screen title={t('failedTitle')}>
      <ResultScene title={t('failedTitle')} text={t('failed')}>
        <ButtonLink to={registration.read() === null ? paths.plans : paths.offer}>{t('tryAgain')}</ButtonLink>
        <a className={buttonClass({ variant: 'quiet' })} href={supportMailto(t('failedTitle'))}>
          {t('askUs')}
        </a>
      </ResultScene>
    </Screen>
  )
}
