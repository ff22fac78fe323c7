import type { Course } from '@kitewise/contract/entities'
import { progressMessage } from '@kitewise/rules/course-progress'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Card } from '../../../components/card.tsx'
import { ProgressRing } from '../../../components/progress-ring.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { minutesLeft, type ShownProgress, useTimeLeft } from '../course-progress.ts'
import { Medal } from './course-parts.tsx'
import styles from './course-detail.module.css'

export function CourseProgressCard({ course, progress }: { course: Course; progress: ShownProgress }) {
  const t = useTranslations('course')
  const timeLeft = useTimeLeft()
  const lang = useForeignLanguage(course.language)
  const { percent, lessonsCompleted, totalLessons, status } = progress
  const message = progressMessage(course.progressMessages ?? [], percent)
  const left = totalLessons === 0 ? 0 : minutesLeft(course, progress)
  const lessons = t('lessonsDone', { done: lessonsCompleted, total: totalLessons })
  const isComplete = status === 'completed'
  return (
    <Card className={styles.card}>
      <div className={styles.dial}>
        <ProgressRing
          percent={percent}
          label={t('progressLabel')}
          valueText={`${t('percent', { percent })}, ${lessons}`}
        >
          {t('percent', { percent })}
        </ProgressRing>
        <span className={styles.medal}>
          <Medal isEarned={isComplete} label={t(isComplete ? 'medalEarned' : 'medalOpen')} />
        </span>
      </div>
      <div className={styles.words}>
        {message && (
          <Stack gap={4} lang={lang}>
            <h2 className={styles.progressTitle}>{message.title}</h2>
            <p className={styles.progressText}>{message.description}</p>
          </Stack>
        )}
        <p className={styles.progressFacts}>
          <span>{lessons}</span>
          {left > 0 && <span>{timeLeft(left)}</span>}
        </p>
      </div>
    </Card>
  )
}
