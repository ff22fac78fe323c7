import type { Subscription } from '@kitewise/contract/entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { periodEndOf } from '../standing.ts'
import { useManageSubscription } from '../use-manage-subscription.ts'
import styles from './cancel-section.module.css'

/** Cancelling is two presses: the button and one plain question. What is scheduled can be taken back here. */
export const CancelSection = ({ subscription }: { subscription: Subscription }) => {
  const t = useTranslations('subscription')
  const [isAsking, setAsking] = useState(false)
  const manage = useManageSubscription(subscription, () => setAsking(false))
  const isPastDue = subscription.status === 'past_due'
  const end = useDateInSentence()(periodEndOf(subscription))

  const ask = (): void => {
    manage.forgetFailure()
    setAsking(true)
  }
  if (subscription.cancel_at_period_end)
    return (
      <div className={styles.section}>
        <Button variant="secondary" disabled>
          {t('scheduled')}
        </Button>
        <Button variant="quiet" isBusy={manage.isResuming} onClick={manage.resume}>
          {t('keep')}
        </Button>
        <FieldError message={manage.resumeFailure} />
      </div>
    )
  const actions = (
    <div className={styles.section}>
      <FieldError message={manage.cancelFailure} />
      <Button variant="danger" isBusy={manage.isCanceling} onClick={manage.cancel}>
        {t('confirmCancel')}
      </Button>
      <Button variant="quiet" onClick={() => setAsking(false)}>
        {t('keep')}
      </Button>
    </div>
  )
  return (
    <>
      <Button variant="secondary" onClick={ask}>
        {t('cancel')}
      </Button>
      <Sheet isOpen={isAsking} onClose={() => setAsking(false)} title={t('cancelTitle')} footer={actions}>
        <p>{isPastDue ? t('cancelPastDueNote') : t('cancelNote', { end })}</p>
      </Sheet>
    </>
  )
}
