import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { Cluster } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { paths } from '../../../lib/paths.ts'
import { remindersQuery, useChangeReminders } from '../api.ts'
import styles from './reminders.module.css'

/** Asks once, from the second finished lesson on. The server stores either answer, so no device asks again. */
export function ReminderOffer() {
  const t = useTranslations('reminderOffer')
  const [, navigate] = useLocation()
  const { data } = useQuery(remindersQuery)
  const { change, save } = useChangeReminders()
  if (!data?.isOfferOpen) return null

  // An answer that fails to be stored is asked for again another time; the learner may continue to the settings.
  const answer = (isWanted: boolean): void =>
    save({ byMail: false, hour: data.hour }, () => isWanted && navigate(paths.reminders))
  return (
    <Card tone="sunken" role="region" aria-labelledby="reminder-offer" gap={8}>
      <h2 id="reminder-offer" className={styles.title}>
        {t('title')}
      </h2>
      <p className={styles.text}>{t('text')}</p>
      <Cluster gap={8} className={styles.answers}>
        <Button variant="secondary" width="fit" isBusy={change.isPending} onClick={() => answer(true)}>
          {t('choose')}
        </Button>
        <Button variant="quiet" width="fit" isBusy={change.isPending} onClick={() => answer(false)}>
          {t('dismiss')}
        </Button>
      </Cluster>
    </Card>
  )
}
