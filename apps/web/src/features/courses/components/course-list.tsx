import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { minutesLeft, useTimeLeft } from '../course-progress.ts'
import type { CourseWithProgress } from '../use-progress-of-courses.ts'
import styles from './course-list.module.css'
import { CourseFacts, Medal } from './course-parts.tsx'
import { Cover } from './cover.tsx'

export function CourseList({
  entries,
  headingLevel = 'h3',
}: {
  entries: readonly CourseWithProgress[]
  headingLevel?: 'h2' | 'h3'
}) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.course.id}>
          <CourseCard {...entry} variant="row" headingLevel={headingLevel} />
        </li>
      ))}
    </ul>
  )
}

type CourseCardProps = CourseWithProgress & {
  /** `featured` is wide with a large picture and the description; `row` is for lists. */
  variant: 'featured' | 'row'
  headingLevel?: 'h2' | 'h3'
}

/** A link to a course: the whole card is one link, named by the title. */
export function CourseCard({ course, progress, variant, headingLevel: Heading = 'h3' }: CourseCardProps) {
  const lang = useForeignLanguage(course.language)
  const notThis = progress.status === 'not_started' && course.notThis !== undefined && (
    <NotThis text={course.notThis} lang={lang} />
  )
  return (
    <article className={variant === 'featured' ? styles.featured : styles.row}>
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
        {variant === 'featured' && notThis}
      </div>
      {variant === 'row' && notThis}
    </article>
  )
}

/** Helps to decide, so it's gone once the course is started. */
const NotThis = ({ text, lang }: { text: string; lang: string | undefined }) => {
  const t = useTranslations('course')
  return (
    <p className={styles.notThis}>
      <strong>{t('notThis')}</strong>
      <span lang={lang}>{text}</span>
    </p>
  )
}

/** The learner's state in a course: nothing before it is started, then the progress, and the medal at the end. */
const CourseStanding = ({ course, progress }: CourseWithProgress) => {
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
      <p className={styles.standingWords}>
        <span>{t('courses.percentDone', { percent: progress.percent })}</span>
        <span>{timeLeft(minutesLeft(course, progress))}</span>
      </p>
    </div>
  )
}
