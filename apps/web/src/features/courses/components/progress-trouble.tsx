import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import type { ProgressTrouble } from '../use-progress-of-courses.ts'
import styles from './progress-trouble.module.css'

/** Says that the learner's progress did not load, that nothing is lost, and offers another try. */
export const ProgressTroubleCard = ({ onRetry, isRetrying }: ProgressTrouble) => {
  const t = useTranslations()
  return (
    <Card className={styles.card} role="alert">
      <p className={styles.text}>
        <Icon name="warning" />
        {t('course.progressFailed')}
      </p>
      <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Card>
  )
}
