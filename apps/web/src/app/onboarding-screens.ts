import { lazyScreen } from '../lib/lazy-screen.tsx'
import { patterns } from '../lib/paths.ts'

/** From the quiz to the e-mail: open to anybody. */
export const onboardingScreens = [
  {
    path: patterns.quiz,
    Screen: lazyScreen(
      'quiz',
      () => import('./routes/quiz.tsx'),
      (m) => m.QuizPage,
      ['onboarding'],
    ),
  },
  {
    path: patterns.onboardingProcessing,
    Screen: lazyScreen(
      'onboarding-processing',
      () => import('./routes/onboarding-processing.tsx'),
      (m) => m.OnboardingProcessingPage,
      ['onboarding'],
    ),
  },
  {
    path: patterns.onboardingResult,
    Screen: lazyScreen(
      'onboarding-result',
      () => import('./routes/onboarding-result.tsx'),
      (m) => m.OnboardingResultPage,
      ['onboarding', 'practice'],
    ),
  },
  {
    path: patterns.onboardingEmail,
    Screen: lazyScreen(
      'onboarding-email',
      () => import('./routes/onboarding-email.tsx'),
      (m) => m.OnboardingEmailPage,
      ['onboarding'],
    ),
  },
]
