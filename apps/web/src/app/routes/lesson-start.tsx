import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { IconButton } from '../../components/button.tsx'
import { Cover } from '../../features/courses/components/cover.tsx'
import { LessonIntro } from '../../features/learning/components/lesson-intro.tsx'
import { LessonNotice } from '../../features/learning/components/lesson-notice.tsx'
import { prepareLesson, useLessonData } from '../../features/learning/use-lesson-data.ts'
import { paths } from '../../lib/paths.ts'
import { useGoBack } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

export function LessonStartPage() {
  const t = useTranslations()
  const { courseId = '', lessonId = '' } = useParams()
  const course = courseId.trim()
  const goBack = useGoBack(course === '' ? paths.courses : paths.course(course))
  const data = useLessonData(course, lessonId.trim())
  if (data.status !== 'open') {
    return (
      <Screen title={t('lesson.title')} width="measure">
        <LessonNotice trouble={data} courseId={course} onGoBack={goBack} />
      </Screen>
    )
  }
  const { lesson } = data
  const cover = <Cover shape="hero" url={lesson.image.url} alternativeText={lesson.image.alternativeText} />
  return (
    <Screen title={lesson.title} width="wide">
      <div className={styles.back}>
        <IconButton icon="back" label={t('common.back')} onClick={goBack} />
      </div>
      <LessonIntro lesson={lesson} cover={cover} />
    </Screen>
  )
}
LessonStartPage.prepare = prepareLesson
