import type { Chapter, Course } from '@kitewise/contract/entities'
import type { LessonState } from '@kitewise/rules/lesson-state'
import { useTranslations } from 'use-intl'
import { Disclosure } from '../../../components/disclosure.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { lessonPath } from '../lesson-path.ts'
import { lessonStates, nextLesson } from '../next-lesson.ts'
import { isKnown, type ShownProgress } from '../progress-of.ts'
import styles from './chapter-levels.module.css'
import { LessonRow } from './lesson-row.tsx'

/** The levels of a course, each with its lessons on the kite's string. Open at first: the first one, and the one to go on in. */
export const ChapterLevels = ({ course, progress }: { course: Course; progress: ShownProgress }) => {
  const t = useTranslations('course')
  // Without progress nothing is known of a lesson: not that it is open, and not that it is locked.
  const states = isKnown(progress) ? lessonStates(course, progress) : null
  const next = nextLesson(course, progress)?.lesson.id
  const lang = useForeignLanguage(course.language)
  return (
    <section aria-labelledby="levels" className={styles.levels}>
      <h2 id="levels" className={styles.heading}>
        {t('levels')}
      </h2>
      {(course.chapters ?? []).map((chapter, index) => (
        <div key={chapter.id} className={styles.level}>
          <Disclosure
            isOpenAtFirst={index === 0 || chapter.lessons?.some(({ id }) => id === next) === true}
            summary={<LevelSummary chapter={chapter} number={index + 1} states={states} lang={lang} />}
          >
            <ol className={styles.lessons}>
              {(chapter.lessons ?? []).map((lesson, place, lessons) => {
                const state = states && (states.get(lesson.id) ?? 'locked')
                return (
                  <LessonRow
                    key={lesson.id}
                    lesson={lesson}
                    lang={lang}
                    state={state}
                    path={state && lessonPath(course.id, lesson.id, state, progress.progressInfo.fragmentIndex)}
                    isFirst={place === 0}
                    isLast={place === lessons.length - 1}
                  />
                )
              })}
            </ol>
          </Disclosure>
        </div>
      ))}
    </section>
  )
}

type LevelSummaryProps = {
  chapter: Chapter
  number: number
  /** Null while the progress is not known. */
  states: ReadonlyMap<string, LessonState> | null
  lang: string | undefined
}

const LevelSummary = ({ chapter, number, states, lang }: LevelSummaryProps) => {
  const t = useTranslations('course')
  const lessons = chapter.lessons ?? []
  const done = lessons.filter(({ id }) => states?.get(id) === 'completed').length
  return (
    <span className={styles.summary}>
      <span className={styles.number}>{t('level', { number })}</span>
      <span className={styles.title} lang={lang}>
        {chapter.title}
      </span>
      {states && <span className={styles.done}>{t('levelDone', { done, total: lessons.length })}</span>}
    </span>
  )
}
