import { useTranslations } from 'use-intl'
import { LoadReminders } from '../../features/reminders/components/reminder-settings.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

export function RemindersPage() {
  const t = useTranslations('reminders')
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />}>
      <div className={styles.content}>
        <LoadReminders />
      </div>
    </Screen>
  )
}
