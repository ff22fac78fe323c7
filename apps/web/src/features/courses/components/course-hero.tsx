import type { Course } from '@kitewise/contract/entities'
import { foreignLanguage } from '../../../lib/i18n/foreign-language.ts'
import { Cover } from './cover.tsx'
import { CourseFacts } from './course-facts.tsx'
import styles from './course-hero.module.css'

/** @param hasDescription whether what the course is about stands here; who has begun it finds that below the lessons */
export const CourseHero = ({ course, hasDescription }: { course: Course; hasDescription: boolean }) => {
  const lang = foreignLanguage(course.language)
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
      {hasDescription && (
        <p className={styles.description} lang={lang}>
          {course.description}
        </p>
      )}
    </header>
  )
}
