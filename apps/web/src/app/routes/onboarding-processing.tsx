import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { ErrorView } from '../../components/message-view.tsx'
import { ProcessingScene, usePlanMaking } from '../../features/onboarding/components/processing-scene.tsx'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { QuizHeader } from '../shell/quiz-header.tsx'
import { Screen } from '../shell/screen.tsx'
import { RequireQuiz } from './require-quiz.tsx'

/** Makes the plan and moves on. It replaces its history entry, so Back from the plan leads to the last question. */
export function OnboardingProcessingPage() {
  return (
    <RequireQuiz>
      <Processing />
    </RequireQuiz>
  )
}

const Processing = () => {
  const t = useTranslations('processing')
  const errorText = useErrorText()
  const [, navigate] = useLocation()
  const { error, isBusy, retry } = usePlanMaking(() => navigate(paths.onboardingResult, { replace: true }))
  return (
    <Screen title={t('title')} header={<QuizHeader />}>
      {error === undefined ? (
        <ProcessingScene />
      ) : (
        <ErrorView
          headingLevel="h1"
          message={errorText(error, t('failed'))}
          error={error}
          onRetry={retry}
          isRetrying={isBusy}
          wayOut={{ label: t('backToQuiz'), to: paths.quizStart }}
        />
      )}
    </Screen>
  )
}
