import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { LearnScreen } from '../../features/learning/components/learn-screen.tsx'
import { LessonNotice } from '../../features/learning/components/lesson-notice.tsx'
import { prepareLesson, useLessonData } from '../../features/learning/use-lesson-data.ts'
import { useNextLesson } from '../../features/learning/use-next-lesson.ts'
import { PracticeBlock } from '../../features/practice/components/practice-block.tsx'
import { paths } from '../../lib/paths.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar-switch.tsx'
import { useGoBack } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

/** Puts fragments and practices together. A lesson has the whole screen: the bottom bar is hidden. */
export function LessonLearnPage() {
  const t = useTranslations('lesson')
  const { courseId = '', lessonId = '' } = useParams()
  const course = courseId.trim()
  const goBack = useGoBack(course === '' ? paths.courses : paths.course(course))
  const data = useLessonData(course, lessonId.trim())
  useNextLesson(course, lessonId.trim())
  const isOpen = data.status === 'open'
  useHiddenBottomBar(isOpen)
  return (
    <Screen title={data.status === 'open' ? data.lesson.title : t('title')} width="measure">
      {data.status === 'open' ? (
        <LearnScreen
          key={data.lesson.id}
          lesson={data.lesson}
          progress={data.progress}
          renderPractice={(slot) => <PracticeBlock {...slot} />}
        />
      ) : (
        <LessonNotice trouble={data} courseId={course} onGoBack={goBack} />
      )}
    </Screen>
  )
}
LessonLearnPage.prepare = prepareLesson
