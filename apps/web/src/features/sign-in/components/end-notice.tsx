import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { paths } from '../../../lib/paths.ts'
import type { EndReason } from '../../../lib/session/session.ts'
import styles from './end-notice.module.css'

type EndNoticeProps = {
  reason: EndReason
  /** Goes on to the learner's data and the deletion of the account. */
  onLeave: () => void
}

/** Says why the learner was signed out and, where a subscription is missing, where to get a plan. */
export const EndNotice = ({ reason, onLeave }: EndNoticeProps) => {
  const t = useTranslations('login')
  if (reason !== 'noSubscription' && reason !== 'subscriptionExpired')
    return (
      <Card tone="sunken" role="status">
        <p>{t('sessionEnded', { reason })}</p>
      </Card>
    )
  return (
    <Card tone="kite" className={styles.notice}>
      <div role="status">
        <p className={styles.reason}>{t(reason)}</p>
        <p>{t('wayBack')}</p>
      </div>
      <ButtonLink variant="secondary" to={paths.plans}>
        {t('seePlans')}
      </ButtonLink>
      <Button variant="quiet" onClick={onLeave}>
        {t('leave')}
      </Button>
    </Card>
  )
}
