import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import type { NextStep } from '../choose-today.ts'
import styles from './continue-card.module.css'
import { Cover } from './cover.tsx'

const headingKeys = { current: 'goOn', next: 'nextLesson', first: 'firstLesson', newCourse: 'nextCourse' } as const

/** The biggest thing on the dashboard: the lesson to do now. */
export const ContinueCard = ({ course, lessonTitle, lessonImage, minutes, path, kind }: NextStep) => {
  const t = useTranslations()
  const lang = useForeignLanguage(course.language)
  return (
    <Card padding="none" className={styles.card}>
      <Cover url={lessonImage} alternativeText="" />
      <div className={styles.words}>
        <p className={styles.kind}>
          <span>{t(`dashboard.${headingKeys[kind]}`)}</span>
          <span className={styles.minutes}>{t('courses.minutes', { count: minutes })}</span>
        </p>
        <h2 className={styles.title} lang={lang}>
          {lessonTitle}
        </h2>
        <p className={styles.course} lang={lang}>
          {course.title}
        </p>
        <ButtonLink to={path} icon={<Icon name="play" />}>
          {t(kind === 'current' ? 'dashboard.continue' : 'dashboard.start')}
        </ButtonLink>
      </div>
    </Card>
  )
}
