import type { Quiz, QuizStep } from '@kitewise/contract/onboarding-entities'
import {
  firstQuizPlace,
  nextQuizPath,
  parseQuizPath,
  quizBackPath,
  quizPath,
  type QuizPlace,
  settleQuizPlace,
} from '@kitewise/rules/quiz-path'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, useLocation } from 'wouter'
import { ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { saveProgress, useQuiz } from '../../features/onboarding/api.ts'
import { QuizFrame } from '../../features/onboarding/components/quiz-frame.tsx'
import type { SceneName } from '../../features/onboarding/components/quiz-scenes.tsx'
import { QuizPromise, QuizStepView, StepCounter } from '../../features/onboarding/components/quiz-step.tsx'
import { dropContradictions, reachStep, useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar-switch.tsx'
import { AboutLink } from '../shell/language-link.tsx'
import { QuizHeader } from '../shell/quiz-header.tsx'
import { Screen } from '../shell/screen.tsx'

/** A step of a quiz. An address of a step that does not exist leads to the first step of the first quiz. */
export function QuizPage() {
  const place = parseQuizPath(useLocation()[0])
  useHiddenBottomBar(true)
  const language = useLanguage((state) => state.language)
  if (!place) return <ToFirstStep />
  return <LoadQuiz key={`${place.variant}-${place.version}-${language}`} place={place} />
}

const ToFirstStep = () => <Redirect to={paths.quizStart} replace />

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
    <Screen title={t('title')} width="wide" header={<QuizHeader isFirstStep={place.step === 1} />}>
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
  const [, navigate] = useLocation()
  const { variant, version, step: number } = place
  useEffect(() => {
    reachStep({ variant, version, step: number })
    dropContradictions(quiz.steps)
    // What fails to arrive now is sent with the next step.
    saveProgress().catch(() => undefined)
  }, [variant, version, number, quiz.steps])

  const isReturn = useIsReturn(number)
  const reply = useReply(quiz.steps[number - 2])
  const step = quiz.steps[number - 1]
  if (!step) return null
  const count = quiz.steps.length
  const next = nextQuizPath(place, count) ?? paths.onboardingProcessing
  return (
    <QuizFrame
      counter={<StepCounter step={number} count={count} />}
      scene={sceneOf(step, number)}
      progress={number / count}
      promise={number === 1 && <QuizPromise />}
      isPictureNeeded={number === 1 || step.kind === 'information'}
    >
      <QuizStepView
        key={quizPath(place)}
        step={step}
        reply={reply}
        isReturn={isReturn}
        onDone={() => navigate(next)}
        onBack={() => {
          if (number > 1) navigate(quizBackPath(place))
        }}
      />
      {number === 1 && <AboutLink />}
    </QuizFrame>
  )
}

/** Information steps have a picture of their own; at the questions, the kite climbs. */
const scenes: Partial<Record<string, SceneName>> = { fiveMinutes: 'fiveMinutes', practice: 'practice', next: 'next' }

const sceneOf = ({ id, kind }: QuizStep, number: number): SceneName =>
  number === 1 ? 'promise' : kind === 'information' ? (scenes[id] ?? 'climb') : 'climb'

const useIsReturn = (number: number): boolean => {
  const [{ last, isReturn }, setMove] = useState({ last: number, isReturn: false })
  if (last === number) return isReturn
  setMove({ last: number, isReturn: number < last })
  return number < last
}

/** What follows from the answer to the step before, if the quiz has something to say. */
const useReply = (before: QuizStep | undefined): string | undefined => {
  const chosen = useOnboardingProgress(({ answers }) => answers[before?.id ?? ''])
  return before?.options.find(({ id, reply }) => reply !== undefined && chosen?.includes(id))?.reply
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
