import type { Course } from '@kitewise/contract/entities'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { CourseFacts } from './course-facts.tsx'
import styles from './course-hero.module.css'
import { Cover } from './cover.tsx'

export const CourseHero = ({ course }: { course: Course }) => {
  const lang = useForeignLanguage(course.language)
  return (
    <header className={styles.hero}>
      <Cover
        url={course.featuredImage?.url}
        alternativeText={course.featuredImage?.alternativeText ?? ''}
        shape="hero"
      />
      <h1 className={styles.title} lang={lang}>
        {course.title}
      </h1>
      <CourseFacts course={course} />
    </header>
  )
}
