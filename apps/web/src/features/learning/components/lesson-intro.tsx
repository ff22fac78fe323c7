import type { Lesson } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ActionBar } from '../../../components/action-bar.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useStartLesson } from '../use-start-lesson.ts'
import styles from './lesson-intro.module.css'

/** What a lesson is about and how long it takes, before it is started. @param cover the lesson's picture */
export const LessonIntro = ({ lesson, cover }: { lesson: Lesson; cover: ReactNode }) => {
  const t = useTranslations('lesson')
  const { start, isStarting } = useStartLesson(lesson)
  const practiceCount = lesson.fragments.reduce((count, { practices }) => count + practices.length, 0)
  return (
    <>
      <article className={styles.intro}>
        {cover}
        <div className={styles.words}>
          <p className={styles.chapter}>{lesson.chapter.title}</p>
          <h1 className={styles.title}>{lesson.title}</h1>
          <h2 className="visually-hidden">{t('afterwards')}</h2>
          <p className={styles.outcome}>{lesson.content}</p>
          <ul className={styles.facts}>
            <li>
              <Badge icon={<Icon name="clock" />}>{t('minutes', { count: lesson.minutes })}</Badge>
            </li>
            <li>
              <Badge icon={<Icon name="courses" />}>{t('parts', { count: lesson.fragments.length })}</Badge>
            </li>
            {practiceCount > 0 && (
              <li>
                <Badge icon={<Icon name="pencil" />}>{t('practices', { count: practiceCount })}</Badge>
              </li>
            )}
          </ul>
        </div>
      </article>
      <ActionBar>
        <Button onClick={start} isBusy={isStarting}>
          {t('start')}
        </Button>
      </ActionBar>
    </>
  )
}
