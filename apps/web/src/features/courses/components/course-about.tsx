import type { Course } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { foreignLanguage } from '../../../lib/i18n/foreign-language.ts'
import styles from './course-about.module.css'

export const CourseAbout = ({ course }: { course: Course }) => {
  const t = useTranslations('course')
  return (
    <section aria-labelledby="about" className={styles.about}>
      <h2 id="about" className={styles.heading}>
        {t('about')}
      </h2>
      <p className={styles.text} lang={foreignLanguage(course.language)}>
        {course.description}
      </p>
    </section>
  )
}
