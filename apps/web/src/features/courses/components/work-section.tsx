import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Card } from '../../../components/card.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import type { CourseWithProgress } from '../use-progress-of-courses.ts'
import { useLineOfWork } from '../use-line-of-work.ts'
import { type NextWorkStep, workPath } from '../work-steps.ts'
import { LineOfWorkChoice, PathProgress } from './line-of-work.tsx'
import styles from './work.module.css'

type WorkSectionProps = { entries: readonly CourseWithProgress[] }

/** "For my work" among the courses: the choice, then the next lesson for it and the way to all of them. */
export function WorkSection({ entries }: WorkSectionProps) {
  const t = useTranslations()
  const { chosen, choose, error } = useLineOfWork()
  const path = chosen && workPath(entries, chosen)
  return (
    <section aria-labelledby="for-my-work">
      <div className={styles.heading}>
        <h2 id="for-my-work">{t('work.title')}</h2>
        {chosen !== null && (
          <Link className={styles.seeAll} to={paths.forWork}>
            {t('work.seeAll')}
          </Link>
        )}
      </div>
      <Card gap={16}>
        {chosen === null && <p>{t('work.intro')}</p>}
        <LineOfWorkChoice chosen={chosen} onChoose={choose} error={error} />
        {path && path.steps.length === 0 && <p className={styles.soft}>{t('work.noLessons')}</p>}
        {path && path.steps.length > 0 && <PathProgress finished={path.finished} total={path.steps.length} />}
        {path?.next && <NextLink {...path.next} />}
      </Card>
    </section>
  )
}

const NextLink = ({ course, lesson, path, target }: NextWorkStep) => {
  const t = useTranslations()
  const lang = useForeignLanguage(course.language)
  return (
    <Link className={styles.next} to={path}>
      <span className={styles.label}>{t('work.next')}</span>
      <span className={styles.title} lang={lang}>
        {lesson.title}
      </span>
      <span className={styles.soft}>
        {target ? t('work.onTheWay', { title: target.title }) : t('courses.minutes', { count: lesson.minutes })}
      </span>
    </Link>
  )
}
