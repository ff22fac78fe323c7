import { useTranslations } from 'use-intl'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { minutesLeft } from '../minutes-left.ts'
import type { CourseWithProgress } from '../use-progress-of-courses.ts'
import { useTimeLeft } from '../use-time-left.ts'
import styles from './course-standing.module.css'
import { Medal } from './medal.tsx'

/** Where the learner stands with a course: nothing to say before it is begun, then how far, and the medal at the end. */
export const CourseStanding = ({ course, progress }: CourseWithProgress) => {
  const t = useTranslations()
  const timeLeft = useTimeLeft()
  if (progress.status === 'not_started') return null
  if (progress.status === 'completed') {
    return (
      <p className={styles.completed}>
        <Medal isEarned label={t('course.medalEarned')} />
        {t('courses.statusCompleted')}
      </p>
    )
  }
  return (
    <div className={styles.progress}>
      <ProgressBar percent={progress.percent} label={t('courses.progressOf', { title: course.title })} />
      <p className={styles.words}>
        <span>{t('courses.percentDone', { percent: progress.percent })}</span>
        <span>{timeLeft(minutesLeft(course, progress))}</span>
      </p>
    </div>
  )
}
