import type { Course } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { ActionBar } from '../../../components/layout.tsx'
import { paths } from '../../../lib/paths.ts'
import { lessonPath } from '../lesson-path.ts'
import { nextLesson } from '../next-lesson.ts'
import type { ShownProgress } from '../progress-of.ts'

type NextStepBarProps = { course: Course; progress: ShownProgress; className?: string | undefined }

/** The one thing to do next in this course: its next lesson, or at 100 % the certificate. */
export const NextStepBar = ({ course, progress, className }: NextStepBarProps) => {
  const t = useTranslations('course')
  if (progress.status === 'completed') {
    return (
      <ActionBar className={className}>
        <ButtonLink to={paths.takeCertificate(course.id)}>{t('getCertificate')}</ButtonLink>
      </ActionBar>
    )
  }
  const next = nextLesson(course, progress)
  const path = next && lessonPath(course.id, next.lesson.id, next.state, progress.progressInfo.fragmentIndex)
  if (!next || path === null) return null
  const { title } = next.lesson
  const isFirst = progress.status === 'not_started'
  return (
    <ActionBar className={className}>
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
