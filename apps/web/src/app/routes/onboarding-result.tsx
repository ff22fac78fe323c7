import { quizPath } from '@kitewise/rules/quiz-path'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button.tsx'
import { ActionBar } from '../../components/layout.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { askForPlan } from '../../features/onboarding/api.ts'
import { PlanView } from '../../features/onboarding/components/plan-view.tsx'
import { useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { useFreeTask } from '../../features/onboarding/use-free-task.ts'
import { loadChunk } from '../../lib/chunk-loading.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import { useActionOnShow } from '../../lib/use-action.ts'
import { QuizHeader } from '../shell/quiz-header.tsx'
import { Screen } from '../shell/screen.tsx'
import { RequireQuiz } from './require-quiz.tsx'

/** Loaded after the plan is on the screen, because the task comes at the end. */
const FreeTask = lazy(async () => ({
  default: await loadChunk(
    'free-task',
    () => import('../../features/practice/components/prompt-in-place.tsx'),
    (module) => module.PromptInPlace,
  ),
}))

/** The personal plan, requested at every visit because it follows the answers. */
export function OnboardingResultPage() {
  const language = useLanguage((state) => state.language)
  return (
    <RequireQuiz>
      <Result key={language} />
    </RequireQuiz>
  )
}

const Result = () => {
  const t = useTranslations('plan')
  const errorText = useErrorText()
  const lastStep = useOnboardingProgress(({ quiz, step }) => (quiz ? quizPath({ ...quiz, step }) : paths.quizStart))
  const freeTask = useFreeTask()
  const { data: plan, error, isBusy, retry } = useActionOnShow(askForPlan)
  return (
    <Screen title={t('title')} header={<QuizHeader backTo={lastStep} />}>
      {plan && (
        <>
          <PlanView
            plan={plan}
            freeTask={
              <Suspense fallback={<Skeleton height="24rem" shape="card" />}>
                <FreeTask prompt={plan.miniTask.promptCreation} tooMany={t('tooMany')} {...freeTask} />
              </Suspense>
            }
          />
          <ActionBar>
            <ButtonLink to={paths.onboardingEmail}>{t('continue')}</ButtonLink>
          </ActionBar>
        </>
      )}
      {!plan && error !== undefined && (
        <ErrorView
          headingLevel="h1"
          message={errorText(error, t('loadFailed'))}
          error={error}
          onRetry={retry}
          isRetrying={isBusy}
        />
      )}
      {!plan && error === undefined && (
        <SkeletonScreen>
          <Skeleton width="60%" height="2rem" />
          <Skeleton height="9rem" shape="card" />
          <Skeleton height="14rem" shape="card" />
          <Skeleton height="10rem" shape="card" />
        </SkeletonScreen>
      )}
    </Screen>
  )
}
