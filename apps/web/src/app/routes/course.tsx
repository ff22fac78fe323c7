import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { IconButton } from '../../components/button.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { CourseDetail } from '../../features/courses/components/course-detail.tsx'
import { KeepCourse } from '../../features/courses/components/keep-course.tsx'
import { LoadLessonPeak } from '../../features/learning/components/load-lesson-peak.tsx'
import { SkillCheckCard } from '../../features/skill-check/components/skill-check-card.tsx'
import { prepareReads } from '../../lib/first-client.ts'
import { courseQuery, readProgress } from '../../lib/learning-queries.ts'
import { paths, patterns } from '../../lib/paths.ts'
import { matchPath } from '../../lib/router.tsx'
import { whenIdle } from '../../lib/service-worker.ts'
import { useLearner } from '../../lib/session/session.ts'
import { useGoBack } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** A course has no header: only a back button beside its title. */
export function CoursePage() {
  const t = useTranslations()
  const { courseId = '' } = useParams()
  const [title, setTitle] = useState(t('course.title'))
  const goBack = useGoBack(paths.courses)
  const id = courseId.trim()
  const back = <IconButton icon="back" label={t('common.back')} onClick={goBack} />
  return (
    <Screen title={title} width="roomy">
      {id === '' ? (
        <>
          <div className={styles.back}>{back}</div>
          <ErrorView
            headingLevel="h1"
            message={t('course.idRequired')}
            wayOut={{ label: t('course.backToCourses'), to: paths.courses }}
          />
        </>
      ) : (
        <CourseDetail courseId={id} onTitle={setTitle} back={back}>
          <SkillCheckCard courseId={id} />
          <KeepThisCourse courseId={id} />
          <LoadLessonPeak key={id} courseId={id} />
          <NextLesson courseId={id} />
        </CourseDetail>
      )}
    </Screen>
  )
}

CoursePage.prepare = () => {
  const { courseId = '' } = matchPath(patterns.course, location.pathname) ?? {}
  return prepareReads((firstAnswer) =>
    Promise.all([firstAnswer(courseQuery(courseId)), readProgress(firstAnswer, courseId)]),
  )
}

/** Its script belongs to the lessons, which likely open next. */
const NextLesson = ({ courseId }: { courseId: string }) => {
  const client = useQueryClient()
  const { id: userId } = useLearner()
  useEffect(
    () =>
      whenIdle(
        () =>
          void import('../../features/learning/use-next-lesson.ts')
            .then(({ readNextLesson }) => readNextLesson(client, userId, courseId))
            .catch(() => undefined),
      ),
    [client, userId, courseId],
  )
  return null
}

const KeepThisCourse = ({ courseId }: { courseId: string }) => {
  const { data } = useQuery(courseQuery(courseId))
  return data ? <KeepCourse course={data} /> : null
}
