import type { Course } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { levelKeys } from '../level-key.ts'
import styles from './course-facts.module.css'

/** Level, size, and a note where the course is not in the learner's language. */
export const CourseFacts = ({ course }: { course: Course }) => {
  const t = useTranslations('courses')
  const lang = useForeignLanguage(course.language)
  return (
    <p className={styles.facts}>
      <Badge tone="kite">{t(levelKeys[course.level])}</Badge>
      <span>
        <span>{t('lessons', { count: course.totalLessons })}</span>
        <span aria-hidden="true"> · </span>
        <span>{t('minutes', { count: course.totalMinutes })}</span>
      </span>
      {lang === 'en' && <Badge>{t('inEnglish')}</Badge>}
    </p>
  )
}
