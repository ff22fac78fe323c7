import type { LessonSummary } from '@kitewise/contract/entities'
import { passingShare } from '@kitewise/course-export/packaged-course'
import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../web/src/components/badge.tsx'
import { Button } from '../../../web/src/components/button.tsx'
import { Card } from '../../../web/src/components/card.tsx'
import { Icon } from '../../../web/src/components/icon.tsx'
import { Logo } from '../../../web/src/components/kite.tsx'
import { ProgressBar } from '../../../web/src/components/progress-bar.tsx'
import { Select } from '../../../web/src/components/select.tsx'
import { StringRow } from '../../../web/src/components/string-row.tsx'
import { useAction } from '../../../web/src/lib/use-action.ts'
import { useForeignLanguage } from '../../../web/src/lib/i18n/language.ts'
import { courseIn, packaged, packagedLanguages } from '../course.ts'
import type { Connection } from '../lms/connection.ts'
import { type LearnerState, lessonStateOf, type Standing, standingOf } from '../state/learner-state.ts'
import type { useRecord } from '../state/use-record.ts'
import styles from './player.module.css'
import { ScreenTitle } from './screen-title.tsx'

type CourseScreenProps = {
  record: ReturnType<typeof useRecord>
  recording: Connection['recording']
  onLeave: () => Promise<void>
}

/** The course with its lessons, and where the learner stands. */
export function CourseScreen({ record: { state, dispatch, isUnsaved }, recording, onLeave }: CourseScreenProps) {
  const t = useTranslations()
  const { course, lessons } = courseIn(state.language)
  const lang = useForeignLanguage(course.language)
  const standing = standingOf(state, lessons, passingShare)
  const next = nextLesson(state, lessons)
  const open = (lesson: string): void => dispatch({ type: 'opened', lesson })
  return (
    <>
      <Top
        state={state}
        dispatch={dispatch}
        onLeave={packaged.format === 'cc' || recording === 'unconnected' ? null : onLeave}
      />
      <Notices recording={recording} isUnsaved={isUnsaved} />
      <div className={styles.columns}>
        <section className={styles.about}>
          <img className={styles.cover} src={`covers/${course.id}.svg`} alt="" />
          <ScreenTitle lang={lang}>{course.title}</ScreenTitle>
          <Progress standing={standing} />
          {next && (
            <Button onClick={() => open(next.id)}>
              {standing.isComplete
                ? t('player.again')
                : Object.keys(state.lessons).length === 0
                  ? t('course.startCourse')
                  : t('course.continueWith', { title: next.title })}
            </Button>
          )}
          <p className={styles.description} lang={lang}>
            {course.description}
          </p>
        </section>
        <section className={styles.lessons}>
          {(course.chapters ?? []).map((chapter) => (
            <div key={chapter.id} className={styles.chapter}>
              <h2 lang={lang}>{chapter.title}</h2>
              <ol className={styles.rows}>
                {(chapter.lessons ?? []).map((lesson, index) => (
                  <li key={lesson.id}>
                    <LessonRow
                      lesson={lesson}
                      state={state}
                      isNext={lesson.id === next?.id && !standing.isComplete}
                      isFirst={index === 0}
                      isLast={index === (chapter.lessons ?? []).length - 1}
                      onOpen={() => open(lesson.id)}
                    />
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </section>
      </div>
      <LicenseLine />
    </>
  )
}

/** The lesson that was begun last or comes next; the first one of a finished course. */
const nextLesson = <L extends { id: string }>(state: LearnerState, lessons: readonly L[]): L | undefined =>
  lessons.find(({ id }) => !lessonStateOf(state, id).isFinished) ?? lessons[0]

type TopProps = Pick<ReturnType<typeof useRecord>, 'state' | 'dispatch'> & { onLeave: (() => Promise<void>) | null }

const Top = ({ state, dispatch, onLeave }: TopProps) => {
  const t = useTranslations('player')
  const { run: leave, isBusy } = useAction(async () => onLeave?.())
  return (
    <header className={styles.top}>
      <Logo />
      <div className={styles.tools}>
        {packagedLanguages.length > 1 && (
          <Select
            label={t('language')}
            className={styles.language}
            value={state.language}
            options={packagedLanguages.map((value) => ({ value, label: languageDetails[value].name }))}
            onChange={({ target }) => dispatch({ type: 'languageChosen', language: textLanguageOf(target.value) })}
          />
        )}
        {onLeave && (
          <Button variant="secondary" width="fit" isBusy={isBusy} onClick={() => leave()}>
            {t('exit')}
          </Button>
        )}
      </div>
    </header>
  )
}

const Notices = ({ recording, isUnsaved }: { recording: Connection['recording']; isUnsaved: boolean }) => {
  const t = useTranslations()
  return (
    <>
      {recording !== 'on' && <Card tone="sunken">{t(`player.${recording}`)}</Card>}
      <p role="status" className={isUnsaved ? styles.unsaved : 'visually-hidden'}>
        {isUnsaved && t('lesson.notSaved')}
      </p>
    </>
  )
}

const percent = (share: number): number => Math.floor(share * 100)

const Progress = ({ standing: { finished, lessons, score, isComplete, isPassed } }: { standing: Standing }) => {
  const t = useTranslations()
  const label = t('course.lessonsDone', { done: finished, total: lessons })
  return (
    <div className={styles.progress}>
      <ProgressBar percent={(finished / lessons) * 100} label={label} />
      <p>{label}</p>
      {score !== null && (
        <p className={styles.score}>
          <span>{t('player.score', { percent: percent(score) })}</span>
          {isPassed ? (
            <Badge tone="good" icon={<Icon name="check" />}>
              {t('player.passed')}
            </Badge>
          ) : (
            <span className={styles.soft}>{t('player.scoreOpen', { percent: percent(passingShare) })}</span>
          )}
        </p>
      )}
      {isComplete && !isPassed && <p className={styles.soft}>{t('player.courseFailed')}</p>}
    </div>
  )
}

type LessonRowProps = {
  lesson: LessonSummary
  state: LearnerState
  isNext: boolean
  isFirst: boolean
  isLast: boolean
  onOpen: () => void
}

const LessonRow = ({ lesson, state, isNext, isFirst, isLast, onOpen }: LessonRowProps) => {
  const t = useTranslations()
  const own = courseIn(state.language).lessons.find(({ id }) => id === lesson.id)
  const lang = useForeignLanguage(own?.language ?? state.language)
  const { isFinished } = lessonStateOf(state, lesson.id)
  const isBegun = lesson.id in state.lessons && !isFinished
  const status = isFinished ? t('course.lessonCompleted') : isBegun ? t('courses.statusInProgress') : null
  const minutes = t('lesson.minutes', { count: lesson.minutes })
  return (
    <StringRow
      knot={isFinished ? 'done' : isNext ? 'current' : 'open'}
      isFirst={isFirst}
      isLast={isLast}
      title={own?.title ?? lesson.title}
      lang={lang}
      facts={status === null ? minutes : `${minutes} · ${status}`}
      mark="chevronRight"
      onPress={onOpen}
    />
  )
}

const LicenseLine = () => {
  const t = useTranslations('player')
  const { licensee, company, day } = packaged.license
  return (
    <footer className={styles.license}>
      {licensee === null ? t('unlicensed', { company, day }) : t('licensed', { licensee, day })}
    </footer>
  )
}
