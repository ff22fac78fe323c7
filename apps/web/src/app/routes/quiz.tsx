import type { Quiz } from '@kitewise/contract/onboarding-entities'
import {
  firstQuizPlace,
  nextQuizPath,
  parseQuizPath,
  quizPath,
  type QuizPlace,
  settleQuizPlace,
} from '@kitewise/rules/quiz-path'
import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { saveProgress, useQuiz } from '../../features/onboarding/api.ts'
import { QuizStepView, StepCounter } from '../../features/onboarding/components/quiz-step.tsx'
import { dropContradictions, reachStep } from '../../features/onboarding/onboarding-progress.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar.tsx'
import { QuizHeader } from '../shell/quiz-header.tsx'
import { Screen } from '../shell/screen.tsx'

/** A step of a quiz. An address of a step that does not exist leads to the first step of the first quiz. */
export function QuizPage() {
  const place = parseQuizPath(useLocation().pathname)
  useHiddenBottomBar(true)
  const language = useLanguage((state) => state.language)
  if (!place) return <ToFirstStep />
  return <LoadQuiz key={`${place.variant}-${place.version}-${language}`} place={place} />
}

const ToFirstStep = () => <Navigate to={paths.quizStart} replace />

const isFirstQuiz = ({ variant, version }: QuizPlace): boolean =>
  variant === firstQuizPlace.variant && version === firstQuizPlace.version

const LoadQuiz = ({ place }: { place: QuizPlace }) => {
  const t = useTranslations('quiz')
  const errorText = useErrorText()
  const { data: quiz, error, isUnknown, isBusy, retry } = useQuiz(place)

  if (isUnknown && !isFirstQuiz(place)) return <ToFirstStep />
  if (quiz && settleQuizPlace(place, () => quiz.steps.length) !== place) return <ToFirstStep />
  // One screen during and after loading: a remounted header would lose the focus.
  return (
    <Screen title={t('title')} header={<QuizHeader isFirstStep={place.step === 1} />}>
      {quiz ? (
        <Step quiz={quiz} place={place} />
      ) : error === undefined ? (
        <QuizSkeleton />
      ) : (
        <ErrorView
          headingLevel="h1"
          message={errorText(error, t('loadFailed'))}
          error={error}
          onRetry={retry}
          isRetrying={isBusy}
        />
      )}
    </Screen>
  )
}

const Step = ({ quiz, place }: { quiz: Quiz; place: QuizPlace }) => {
  const navigate = useNavigate()
  const { variant, version, step: number } = place
  useEffect(() => {
    reachStep({ variant, version, step: number })
    dropContradictions(quiz.steps)
    // What fails to arrive now is sent with the next step.
    saveProgress().catch(() => undefined)
  }, [variant, version, number, quiz.steps])

  const step = quiz.steps[number - 1]
  if (!step) return null
  const next = nextQuizPath(place, quiz.steps.length) ?? paths.onboardingProcessing
  return (
    <>
      <StepCounter step={number} count={quiz.steps.length} />
      <QuizStepView key={quizPath(place)} step={step} onDone={() => void navigate(next)} />
    </>
  )
}

const QuizSkeleton = () => (
  <SkeletonScreen>
    <Skeleton height="0.5rem" />
    <Skeleton width="80%" height="2rem" />
    <Skeleton height="3.25rem" shape="card" />
    <Skeleton height="3.25rem" shape="card" />
    <Skeleton height="3.25rem" shape="card" />
    <Skeleton height="3.25rem" shape="card" />
  </SkeletonScreen>
)
