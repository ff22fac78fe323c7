import { useTranslations } from 'use-intl'
import { FeedbackForm } from '../../features/contact/components/feedback-form.tsx'
import { paths } from '../../lib/paths.ts'
import { TitledHeader, useGoBack } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

export function FeedbackPage() {
  const t = useTranslations('feedback')
  const goBack = useGoBack(paths.profile)
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />}>
      <div className={styles.content}>
        <FeedbackForm onDone={goBack} />
      </div>
    </Screen>
  )
}
