import type { Lesson, LessonProgress } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ButtonLink, IconButton } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useSave } from '../api.ts'
import { practiceWrite } from '../learner-writes.ts'
import { useReadAgain } from '../use-read-again.ts'
import { drawPractice } from './draw-practice.ts'
import { FragmentSection } from './fragment-section.tsx'
import type { PracticeSlot } from './learn-screen.tsx'
import styles from './lesson.module.css'

type FinishedLessonProps = {
  lesson: Lesson
  progress: LessonProgress
  renderPractice: (slot: PracticeSlot) => ReactNode
}

/** A finished lesson reads as one page: all its cards, and its exercises with their answers. */
export function FinishedLesson({ lesson, progress, renderPractice }: FinishedLessonProps) {
  const t = useTranslations('lesson')
  const [, navigate] = useLocation()
  const { id: userId } = useLearner()
  const save = useSave(lesson)
  const readAgain = useReadAgain(lesson, progress)
  const lang = useForeignLanguage(lesson.language)
  const drawing: Parameters<typeof drawPractice>[0] = {
    lesson,
    progress,
    renderPractice,
    answer: (fragment, practice, answered) => void save(practiceWrite(userId, lesson, fragment, practice, answered)),
  }
  return (
    <div className={styles.lesson}>
      <div className={styles.top}>
        <IconButton icon="close" label={t('close')} onClick={() => navigate(paths.course(lesson.course.id))} />
      </div>
      <header className={styles.heading} lang={lang}>
        <p className={styles.chapter}>{lesson.chapter.title}</p>
        <h1 className={styles.title}>{lesson.title}</h1>
      </header>
      {readAgain !== null && <ReadAgainNote state={readAgain} courseId={lesson.course.id} />}
      {lesson.fragments.map((fragment, index) => (
        <FragmentSection
          key={fragment.id}
          fragment={fragment}
          index={index}
          lang={lang}
          assistant={lesson.assistant}
          renderPractice={(number) => drawPractice(drawing, { fragment: index, number })}
        />
      ))}
      <FinishedNote courseId={lesson.course.id} />
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
