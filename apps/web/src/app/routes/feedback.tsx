import { useTranslations } from 'use-intl'
import { FeedbackForm } from '../../features/feedback/components/feedback-form.tsx'
import { paths } from '../../lib/paths.ts'
import { Screen } from '../shell/screen.tsx'
import { TitledHeader } from '../shell/titled-header.tsx'
import { useGoBack } from '../shell/use-go-back.ts'
import styles from './form-page.module.css'

export const FeedbackPage = () => {
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
