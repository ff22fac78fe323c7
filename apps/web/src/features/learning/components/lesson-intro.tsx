import type { Lesson } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Cluster, ActionBar, Stack } from '../../../components/layout.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { startLesson } from '../api.ts'
import styles from './lesson.module.css'

/** What a lesson is about and how long it takes, before it is started. @param cover the lesson's picture */
export function LessonIntro({ lesson, cover }: { lesson: Lesson; cover: ReactNode }) {
  const t = useTranslations()
  const { start, isStarting } = useStartLesson(lesson)
  const lang = useForeignLanguage(lesson.language)
  const practiceCount = lesson.fragments.reduce((count, { practices }) => count + practices.length, 0)
  return (
    <article className={styles.intro}>
      <div className={styles.cover}>{cover}</div>
      <Stack gap={8} className={styles.words}>
        <p className={styles.chapter} lang={lang}>
          {lesson.chapter.title}
        </p>
        <h1 className={styles.title} lang={lang}>
          {lesson.title}
        </h1>
        <h2 className="visually-hidden">{t('lesson.afterwards')}</h2>
        <p className={styles.outcome} lang={lang}>
          {lesson.content}
        </p>
        <Cluster as="ul" gap={8} className={styles.facts}>
          <li>
            <Badge icon={<Icon name="clock" />}>{t('lesson.minutes', { count: lesson.minutes })}</Badge>
          </li>
          <li>
            <Badge icon={<Icon name="courses" />}>{t('lesson.parts', { count: lesson.fragments.length })}</Badge>
          </li>
          {practiceCount > 0 && (
            <li>
              <Badge icon={<Icon name="pencil" />}>{t('lesson.practices', { count: practiceCount })}</Badge>
            </li>
          )}
          {lang === 'en' && (
            <li>
              <Badge>{t('courses.inEnglish')}</Badge>
            </li>
          )}
        </Cluster>
      </Stack>
      <ActionBar className={styles.startAction}>
        <Button onClick={start} isBusy={isStarting}>
          {t('lesson.start')}
        </Button>
      </ActionBar>
    </article>
  )
}

/** The lesson opens at once. Should starting fail, the first write in it starts it too. */
const useStartLesson = (lesson: Lesson) => {
  const [, navigate] = useLocation()
  const { id: userId } = useLearner()
  const { run, isBusy } = useAction(() => {
    startLesson(userId, lesson)
    navigate(paths.lessonLearn(lesson.course.id, lesson.id))
  })
  return { start: () => run(), isStarting: isBusy }
}
