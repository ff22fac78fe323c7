import type { Course } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { ActionBar } from '../../../components/action-bar.tsx'
import { ButtonLink } from '../../../components/button-link.tsx'
import { lessonPath } from '../lesson-path.ts'
import { nextLesson } from '../next-lesson.ts'
import type { ShownProgress } from '../progress-of.ts'

/** The one thing to do next in this course; nothing when every lesson is finished. */
export const NextLessonBar = ({ course, progress }: { course: Course; progress: ShownProgress }) => {
  const t = useTranslations('course')
  const next = nextLesson(course, progress)
  const path = next && lessonPath(course.id, next.lesson.id, next.state, progress.progressInfo.fragmentIndex)
  if (!next || path === null) return null
  const { title } = next.lesson
  const isFirst = progress.status === 'not_started'
  return (
    <ActionBar>
      <ButtonLink to={path}>
        {next.state === 'current'
          ? t('continueWith', { title })
          : isFirst
            ? t('startCourse')
            : t('startNext', { title })}
      </ButtonLink>
    </ActionBar>
  )
}
