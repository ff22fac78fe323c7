import { lazy, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ErrorView } from '../../components/message-view.tsx'
import { PageShape } from '../../components/screen-shapes.tsx'
import { PriceList } from '../../features/billing/components/price-list.tsx'
import { drawnCourse, readCourseOnOffer } from '../../features/landing/api.ts'
import { CourseLanding } from '../../features/landing/components/course-landing.tsx'
import { LandingFooter, LandingHeader } from '../../features/landing/components/landing-frame.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { needTexts } from '../../lib/i18n/texts.tsx'
import { loadPart } from '../../lib/load-part.ts'
import { paths } from '../../lib/paths.ts'
import { useReadOnShow } from '../../lib/read-on-show.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar-switch.tsx'
import { Screen } from '../shell/screen.tsx'
import { NotFoundPage } from './not-found.tsx'

const LessonToTry = lazy(() =>
  loadPart(
    async () => {
      const part = import('./lesson-to-try.tsx')
      await needTexts(['lessons'])
      return part
    },
    (module) => module.LessonToTry,
  ),
)

/** A course, for newcomers and search engines. */
export function WelcomeCoursePage() {
  const { courseId = '' } = useParams()
  useHiddenBottomBar(true)
  return <LoadCourse key={courseId} courseId={courseId} />
}

const LoadCourse = ({ courseId }: { courseId: string }) => {
  const t = useTranslations('landing')
  const errorText = useErrorText()
  const [drawn] = useState(() => drawnCourse(courseId))
  const { data = drawn, error, isBusy, retry } = useReadOnShow((signal) => readCourseOnOffer(courseId, signal))
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  return (
    <>
      <Screen title={data?.title ?? t('allCourses')} width="roomy" header={<LandingHeader />}>
        {data && (
          <CourseLanding
            course={data}
            renderLesson={(lesson) => <LessonToTry lesson={lesson} />}
            prices={<PriceList />}
          />
        )}
        {!data && error === undefined && <PageShape />}
        {!data && error !== undefined && (
          <ErrorView
            headingLevel="h1"
            message={errorText(error)}
            error={error}
            onRetry={retry}
            isRetrying={isBusy}
            wayOut={{ label: t('allCourses'), to: paths.welcome(null) }}
          />
        )}
      </Screen>
      <LandingFooter courseId={courseId} />
    </>
  )
}
