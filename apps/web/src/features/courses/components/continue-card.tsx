import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import type { NextStep } from '../choose-today.ts'
import { Cover } from './cover.tsx'
import styles from './course-list.module.css'

const headingKeys = { current: 'goOn', next: 'nextLesson', first: 'firstLesson', newCourse: 'nextCourse' } as const

/** What is next today, headed by why. */
export function TodayCard(next: NextStep) {
  const t = useTranslations('dashboard')
  return <ContinueCard {...next} label={t(headingKeys[next.kind])} />
}

type ContinueCardProps = Pick<NextStep, 'course' | 'lessonTitle' | 'lessonImage' | 'minutes' | 'path' | 'kind'> & {
  label: string
  note?: string | undefined
}

/** The largest card of a screen: the lesson to do now. */
export function ContinueCard(props: ContinueCardProps) {
  const { course, lessonTitle, lessonImage, minutes, path, kind, label, note } = props
  const t = useTranslations()
  const lang = useForeignLanguage(course.language)
  return (
    <Card padding="none" className={styles.continueCard}>
      <Cover url={lessonImage} alternativeText="" isMain />
      <div className={styles.continueWords}>
        <p className={styles.kind}>
          <span>{label}</span>
          <span className={styles.minutes}>{t('courses.minutes', { count: minutes })}</span>
        </p>
        <h2 className={styles.continueTitle} lang={lang}>
          {lessonTitle}
        </h2>
        <p className={styles.course} lang={lang}>
          {course.title}
        </p>
        {note !== undefined && <p className={styles.wayNote}>{note}</p>}
        <ButtonLink to={path} icon={<Icon name="play" />}>
          {t(kind === 'current' ? 'dashboard.continue' : 'dashboard.start')}
        </ButtonLink>
      </div>
    </Card>
  )
}
