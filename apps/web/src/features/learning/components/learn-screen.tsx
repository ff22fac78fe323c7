import type { Lesson, LessonProgress, Practice, PracticeResult } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink, IconButton } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { PracticeAnswered } from '../learner-writes.ts'
import { givenAnswer } from '../lesson-walk.ts'
import { useFinishLesson } from '../use-finish-lesson.ts'
import { useLessonWalk } from '../use-lesson-walk.ts'
import { useReadAgain } from '../use-read-again.ts'
import { FragmentSection } from './fragment-section.tsx'
import styles from './lesson.module.css'
import { LessonActions } from './lesson-actions.tsx'

export type PracticeSlot = {
  lessonId: string
  fragmentIndex: number
  /** The language of the words, as in the contract. */
  language: string
  /** Undefined when the text names a practice that the fragment does not have. */
  practice: Practice | undefined
  /** The stored answer; null if there is none or it was skipped. */
  result: PracticeResult | null
  onDone: (answered: PracticeAnswered) => void
}

type LearnScreenProps = {
  lesson: Lesson
  progress: LessonProgress
  renderPractice: (slot: PracticeSlot) => ReactNode
}

export function LearnScreen({ lesson, progress, renderPractice }: LearnScreenProps) {
  const { view, goOn, skip, answer } = useLessonWalk(lesson, progress)
  const { finish, isFinishing, hasFailed } = useFinishLesson(lesson)
  const readAgain = useReadAgain(lesson, progress)
  const lang = useForeignLanguage(lesson.language)

  const { run: press } = useAction(() => {
    if (view.button === 'skip_practice') skip()
    const stored = goOn()
    return view.current === lesson.fragments.length - 1 ? finish(stored) : undefined
  })
  const drawPractice = (fragmentIndex: number, number: number): ReactNode => {
    const practice = lesson.fragments[fragmentIndex]?.practices[number - 1]
    return renderPractice({
      lessonId: lesson.id,
      fragmentIndex,
      language: lesson.language,
      practice,
      result: practice ? givenAnswer(progress, practice.id) : null,
      onDone: (answered) => practice && answer(fragmentIndex, practice, answered),
    })
  }

  const shown = lesson.fragments.slice(0, view.current + 1)
  return (
    <div className={styles.lesson}>
      <LessonTop
        courseId={lesson.course.id}
        percent={view.percent}
        shownFragments={shown.length}
        fragmentCount={lesson.fragments.length}
      />
      <header className={styles.heading} lang={lang}>
        <p className={styles.chapter}>{lesson.chapter.title}</p>
        <h1 className={styles.title}>{lesson.title}</h1>
      </header>
      {readAgain !== null && <ReadAgainNote state={readAgain} courseId={lesson.course.id} />}
      {shown.map((fragment, index) => (
        <FragmentSection
          key={fragment.id}
          fragment={fragment}
          index={index}
          isCurrent={!view.isFinished && index === view.current}
          lang={lang}
          assistant={lesson.assistant}
          renderPractice={(number) => drawPractice(index, number)}
        />
      ))}
      {view.isFinished ? (
        <FinishedNote courseId={lesson.course.id} />
      ) : (
        <LessonActions button={view.button} isFinishing={isFinishing} hasFailed={hasFailed} onPress={press} />
      )}
    </div>
  )
}

type LessonTopProps = { courseId: string; percent: number; shownFragments: number; fragmentCount: number }

const LessonTop = ({ courseId, percent, shownFragments, fragmentCount }: LessonTopProps) => {
  const t = useTranslations('lesson')
  const navigate = useNavigate()
  return (
    <div className={styles.top}>
      <IconButton icon="close" label={t('close')} onClick={() => void navigate(paths.course(courseId))} />
      <ProgressBar percent={percent} label={t('progress')} />
      <span className={styles.count} aria-hidden="true">
        {shownFragments}/{fragmentCount}
      </span>
    </div>
  )
}

/** The end of a reread lesson: the way back is the only action left. */
const FinishedNote = ({ courseId }: { courseId: string }) => {
  const t = useTranslations('lesson')
  return (
    <aside className={styles.finished}>
      <span className={styles.mark}>
        <KiteMark />
      </span>
      <p className={styles.finishedTitle}>{t('finishedTitle')}</p>
      <p className={styles.finishedText}>{t('finishedText')}</p>
      <ButtonLink variant="secondary" to={paths.course(courseId)}>
        {t('backToCourse')}
      </ButtonLink>
    </aside>
  )
}

/** Stays visible above a skimmed lesson: rereading makes it count, and it says when it does. */
const ReadAgainNote = ({ state, courseId }: { state: 'reading' | 'counted'; courseId: string }) => {
  const t = useTranslations('lesson')
  return (
    <div className={classNames(styles.readAgain, state === 'counted' && styles.counted)}>
      <p className={styles.readAgainText} role="status">
        <Icon name={state === 'counted' ? 'check' : 'clock'} />
        {t(state === 'counted' ? 'readAgainCounted' : 'readAgain')}
      </p>
      {state === 'counted' && (
        <ButtonLink variant="secondary" to={paths.takeCertificate(courseId)}>
          {t('toCertificate')}
        </ButtonLink>
      )}
    </div>
  )
}
