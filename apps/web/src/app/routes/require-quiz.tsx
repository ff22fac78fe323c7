import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { useOnboardingProgress } from '../../features/onboarding/onboarding-progress.ts'
import { paths } from '../../lib/paths.ts'
import { useHiddenBottomBar } from '../shell/bottom-bar-switch.tsx'

/** For the screens after the quiz: a visitor who has not seen any step starts there. */
export function RequireQuiz({ children }: { children: ReactNode }) {
  useHiddenBottomBar(true)
  const hasBegun = useOnboardingProgress(({ quiz }) => quiz !== null)
  return hasBegun ? <>{children}</> : <Redirect to={paths.quizStart} replace />
}
