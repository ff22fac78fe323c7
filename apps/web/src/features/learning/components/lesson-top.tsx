import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../components/button.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { paths } from '../../../lib/paths.ts'
import styles from './lesson-top.module.css'

type LessonTopProps = { courseId: string; percent: number; shownFragments: number; fragmentCount: number }

/** What stays above a lesson: the way out, and how far one is. */
export const LessonTop = ({ courseId, percent, shownFragments, fragmentCount }: LessonTopProps) => {
  const t = useTranslations('lesson')
  const navigate = useNavigate()
  return (
    <div className={styles.top}>
      <IconButton icon="close" label={t('close')} onClick={() => void navigate(paths.course(courseId))} />
      <ProgressBar percent={percent} label={t('progress')} />
      <span className={styles.count} aria-hidden="true">
        {shownFragments}/{fragmentCount}
      </span>
    </div>
  )
}
