import type { Chapter, Course } from '@kitewise/contract/entities'
import type { LessonState } from '@kitewise/rules/lesson-state'
import { useTranslations } from 'use-intl'
import { Disclosure } from '../../../components/disclosure.tsx'
import { useForeignLanguage } from '../../../lib/i18n/use-foreign-language.ts'
import { lessonPath } from '../lesson-path.ts'
import { lessonStates, nextLesson } from '../next-lesson.ts'
import type { ShownProgress } from '../progress-of.ts'
import { LessonRow } from './lesson-row.tsx'
import styles from './chapter-levels.module.css'

/** The levels of a course, each with its lessons on the kite's string. Open at first: the first one, and the one to go on in. */
export const ChapterLevels = ({ course, progress }: { course: Course; progress: ShownProgress }) => {
  const t = useTranslations('course')
  const states = lessonStates(course, progress)
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
                const state = states.get(lesson.id) ?? 'locked'
                return (
                  <LessonRow
                    key={lesson.id}
                    lesson={lesson}
                    lang={lang}
                    state={state}
                    path={lessonPath(course.id, lesson.id, state, progress.progressInfo.fragmentIndex)}
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
  states: ReadonlyMap<string, LessonState>
  lang: string | undefined
}

const LevelSummary = ({ chapter, number, states, lang }: LevelSummaryProps) => {
  const t = useTranslations('course')
  const lessons = chapter.lessons ?? []
  const done = lessons.filter(({ id }) => states.get(id) === 'completed').length
  return (
    <span className={styles.summary}>
      <span className={styles.number}>{t('level', { number })}</span>
      <span className={styles.title} lang={lang}>
        {chapter.title}
      </span>
      <span className={styles.done}>{t('levelDone', { done, total: lessons.length })}</span>
    </span>
  )
}
