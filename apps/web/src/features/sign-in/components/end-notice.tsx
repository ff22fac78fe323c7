import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button-link.tsx'
import { Card } from '../../../components/card.tsx'
import { paths } from '../../../lib/paths.ts'
import type { EndReason } from '../../../lib/session/session.ts'
import styles from './end-notice.module.css'

/** Says why the learner was signed out and, where a subscription is missing, where to get a plan. */
export const EndNotice = ({ reason }: { reason: EndReason }) => {
  const t = useTranslations('login')
  if (reason !== 'noSubscription' && reason !== 'subscriptionExpired')
    return (
      <Card tone="sunken" role="status">
        <p>{t('sessionEnded', { reason })}</p>
      </Card>
    )
  return (
    <Card tone="bad" className={styles.notice} role="status">
      <p>{t(reason)}</p>
      <ButtonLink variant="secondary" to={paths.plans}>
        {t('seePlans')}
      </ButtonLink>
      <ButtonLink variant="quiet" to={paths.deleteAccount}>
        {t('leave')}
      </ButtonLink>
    </Card>
  )
}
