import type { Course } from '@kitewise/contract/entities'
import { progressMessage } from '@kitewise/rules/progress-message'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button-link.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ProgressRing } from '../../../components/progress-ring.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { paths } from '../../../lib/paths.ts'
import type { ShownProgress } from '../progress-of.ts'
import styles from './course-progress-card.module.css'

/** Ring, medal, the message for this percent, and at 100 % the way to the certificate. */
export const CourseProgressCard = ({ course, progress }: { course: Course; progress: ShownProgress }) => {
  const t = useTranslations('course')
  const message = progressMessage(course.progressMessages ?? [], progress.percent)
  const isComplete = progress.percent === 100
  return (
    <Card className={styles.card}>
      <div className={styles.summary}>
        <ProgressRing percent={progress.percent} label={t('progressLabel')}>
          {t('percent', { percent: progress.percent })}
        </ProgressRing>
        <div className={styles.words}>
          <p className={styles.count}>
            {t('lessonsDone', { done: progress.lessonsCompleted, total: progress.totalLessons })}
          </p>
          {message && <h2 className={styles.title}>{message.title}</h2>}
          {message && <p className={styles.text}>{message.description}</p>}
        </div>
        <span
          className={classNames(styles.medal, isComplete && styles.earned)}
          role="img"
          aria-label={t(isComplete ? 'medalEarned' : 'medalOpen')}
        >
          <Icon name="medal" isFilled={isComplete} />
        </span>
      </div>
      {isComplete && <ButtonLink to={paths.profile}>{t('getCertificate')}</ButtonLink>}
    </Card>
  )
}
