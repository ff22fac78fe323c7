import type { CourseWithProgress } from '../use-progress-of-courses.ts'
import { CourseCard } from './course-card.tsx'
import styles from './course-list.module.css'

export const CourseList = ({
  entries,
  headingLevel = 'h3',
}: {
  entries: readonly CourseWithProgress[]
  headingLevel?: 'h2' | 'h3'
}) => (
  <ul className={styles.list}>
    {entries.map((entry) => (
      <li key={entry.course.id}>
        <CourseCard {...entry} variant="row" headingLevel={headingLevel} />
      </li>
    ))}
  </ul>
)
