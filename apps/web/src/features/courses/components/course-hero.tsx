import type { Course } from '@kitewise/contract/entities'
import { Cover } from './cover.tsx'
import { CourseFacts } from './course-facts.tsx'
import styles from './course-hero.module.css'

export const CourseHero = ({ course }: { course: Course }) => (
  <header className={styles.hero}>
    <Cover url={course.featuredImage?.url} alternativeText={course.featuredImage?.alternativeText ?? ''} shape="hero" />
    <h1 className={styles.title}>{course.title}</h1>
    <CourseFacts course={course} />
    <p className={styles.description}>{course.description}</p>
  </header>
)
