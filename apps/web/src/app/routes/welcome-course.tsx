import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ErrorView } from '../../components/message-view.tsx'
import { CardsShape } from '../../components/screen-shapes.tsx'
import { PriceList } from '../../features/billing/components/price-list.tsx'
import { courseOnOfferQuery } from '../../features/landing/api.ts'
import { CourseLanding } from '../../features/landing/components/course-landing.tsx'
import { LandingFooter, LandingHeader } from '../../features/landing/components/landing-frame.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { loadPart } from '../../lib/load-part.ts'
import { paths } from '../../lib/paths.ts'
import { useRead } from '../../lib/use-read.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar.tsx'
import { Screen } from '../shell/screen.tsx'
import { NotFoundPage } from './not-found.tsx'

const LessonToTry = lazy(() =>
  loadPart(
    () => import('./lesson-to-try.tsx'),
    (module) => module.LessonToTry,
  ),
)

/** A course, for newcomers and search engines. */
export function WelcomeCoursePage() {
  const t = useTranslations('landing')
  const errorText = useErrorText()
  const { courseId = '' } = useParams()
  useHiddenBottomBar(true)
  const { data, error, isBusy, retry } = useRead(courseOnOfferQuery(courseId))
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
        {!data && error === null && <CardsShape />}
        {!data && error !== null && (
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
