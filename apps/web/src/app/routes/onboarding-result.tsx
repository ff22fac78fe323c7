import type { PromptCreation } from '@kitewise/contract/entities'
import { quizPath } from '@kitewise/rules/quiz-path'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button.tsx'
import { ActionBar } from '../../components/layout.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { Cover } from '../../features/courses/components/cover.tsx'
import { LessonLanguages } from '../../features/courses/components/lesson-languages.tsx'
import { askForPlan } from '../../features/onboarding/api.ts'
import { freeTask, FreeTaskCard } from '../../features/onboarding/components/free-task-card.tsx'
import { PlanView } from '../../features/onboarding/components/plan-view.tsx'
import { useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { useFreeTaskDialog } from '../../features/practice/use-free-task-dialog.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import { useActionOnShow } from '../../lib/use-action.ts'
import { QuizHeader } from '../shell/quiz-header.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'
import { RequireQuiz } from './require-quiz.tsx'

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
  const { data: plan, error, isBusy, retry } = useActionOnShow(askForPlan)
  return (
    <Screen title={t('title')} width="wide" header={<QuizHeader backTo={lastStep} />}>
      {plan && (
        <>
          <PlanView
            plan={plan}
            lessonLanguages={<LessonLanguages counts={plan.lessonLanguages} />}
            cover={<Cover url={plan.course.image.url} alternativeText="" shape="hero" />}
            freeTask={<FreeTask task={plan.miniTask.promptCreation} />}
          />
          <ActionBar className={styles.narrow}>
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

const FreeTask = ({ task }: { task: PromptCreation }) => {
  const t = useTranslations('plan')
  const { Dialog, isLoading, open, close } = useFreeTaskDialog()
  const [hasPassed, setPassed] = useState(false)
  const end = (passed: boolean): void => {
    if (passed) setPassed(true)
    close()
  }
  return (
    <>
      <FreeTaskCard task={task} hasPassed={hasPassed} isLoading={isLoading} onOpen={open} />
      {Dialog && <Dialog prompt={task} tooMany={t('tooMany')} {...freeTask} onClose={end} />}
    </>
  )
}
