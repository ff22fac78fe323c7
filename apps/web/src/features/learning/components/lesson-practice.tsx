import type { Lesson, LessonProgress } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useSave } from '../api.ts'
import { practiceWrite } from '../learner-writes.ts'
import { givenAnswer } from '../lesson-walk.ts'
import { useLessonData } from '../use-lesson-data.ts'
import type { PracticeSlot } from './learn-screen.tsx'

type LessonPracticeProps = {
  courseId: string
  lessonId: string
  fragmentIndex: number
  practiceId: string
  renderPractice: (slot: PracticeSlot) => ReactNode
}

/** One practice of a lesson, outside of it. If the lesson is unavailable, a link to it, where the reason is shown. */
export function LessonPractice({ courseId, lessonId, ...place }: LessonPracticeProps) {
  const t = useTranslations('lesson')
  const errorText = useErrorText()
  const data = useLessonData(courseId, lessonId)
  if (data.status === 'open') return <Practice {...place} lesson={data.lesson} progress={data.progress} />
  if (data.status === 'loading') {
    return (
      <SkeletonScreen>
        <Skeleton shape="card" height="12rem" />
      </SkeletonScreen>
    )
  }
  if (data.status === 'failed') {
    return <ErrorView message={errorText(data.error)} onRetry={data.retry} isRetrying={data.isRetrying} />
  }
  return <ButtonLink to={paths.lessonLearn(courseId, lessonId)}>{t('toLesson')}</ButtonLink>
}

type PracticeProps = Pick<LessonPracticeProps, 'fragmentIndex' | 'practiceId' | 'renderPractice'> & {
  lesson: Lesson
  progress: LessonProgress
}

const Practice = ({ lesson, progress, fragmentIndex, practiceId, renderPractice }: PracticeProps) => {
  const { id: userId } = useLearner()
  const save = useSave(lesson)
  const practice = lesson.fragments[fragmentIndex]?.practices.find(({ id }) => id === practiceId)
  const shown = renderPractice({
    lessonId: lesson.id,
    fragmentIndex,
    language: lesson.language,
    practice,
    result: givenAnswer(progress, practiceId),
    onDone: (answered) => practice && void save(practiceWrite(userId, lesson, fragmentIndex, practice, answered)),
  })
  return <>{shown}</>
}
