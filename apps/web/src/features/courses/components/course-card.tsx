import { Link } from 'react-router'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import type { CourseWithProgress } from '../use-progress-of-courses.ts'
import styles from './course-card.module.css'
import { CourseFacts } from './course-facts.tsx'
import { CourseStanding } from './course-standing.tsx'
import { Cover } from './cover.tsx'

type CourseCardProps = CourseWithProgress & {
  /** `featured` is wide with a large picture and the description; `row` fits many below each other. */
  variant: 'featured' | 'row'
  headingLevel?: 'h2' | 'h3'
}

/** The way to a course: the whole card is one link, named by the title. */
export const CourseCard = ({ course, progress, variant, headingLevel: Heading = 'h3' }: CourseCardProps) => {
  const lang = useForeignLanguage(course.language)
  return (
    <article className={styles[variant]}>
      <Cover
        url={course.featuredImage?.formats[variant === 'featured' ? 'medium' : 'small'].url}
        alternativeText=""
        shape={variant === 'featured' ? 'wide' : 'thumbnail'}
      />
      <div className={styles.words}>
        <Heading className={styles.title} lang={lang}>
          <Link className={styles.link} to={paths.course(course.id)}>
            {course.title}
          </Link>
        </Heading>
        {variant === 'featured' && (
          <p className={styles.description} lang={lang}>
            {course.description}
          </p>
        )}
        <CourseFacts course={course} />
        <CourseStanding course={course} progress={progress} />
      </div>
    </article>
  )
}
