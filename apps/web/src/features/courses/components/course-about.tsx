import type { Course } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import styles from './course-about.module.css'

export const CourseAbout = ({ course }: { course: Course }) => {
  const t = useTranslations('course')
  const lang = useForeignLanguage(course.language)
  return (
    <section aria-labelledby="about" className={styles.about}>
      <h2 id="about" className={styles.heading}>
        {t('about')}
      </h2>
      <p className={styles.text} lang={lang}>
        {course.description}
      </p>
    </section>
  )
}
