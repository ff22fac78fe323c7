import { firstQuizPlace, quizPath } from '@kitewise/rules/quiz-path'

const segment = encodeURIComponent

/** Every address of the app. Screens and features link by these alone; the patterns belong to the router. */
export const patterns = {
  home: '/',
  login: '/login',
  restorePass: '/restore-pass',
  plans: '/plans',
  quiz: '/quiz/*',
  onboardingProcessing: '/onboarding/processing',
  onboardingResult: '/onboarding/result',
  onboardingEmail: '/onboarding/email',
  terms: '/terms',
  privacy: '/privacy',
  subscriptionTerms: '/subscription-terms',
  support: '/support',
  pin: '/pin',
  confirmPin: '/confirm-pin',
  setPin: '/set-pin',
  offer: '/onboarding/offer',
  checkout: '/checkout/:sessionId',
  subscriptionSuccess: '/subscription/success',
  subscriptionFailed: '/subscription/failed',
  dashboard: '/dashboard',
  courses: '/courses',
  recommendedCourses: '/recommended-courses',
  course: '/course/:courseId',
  lessonStart: '/course/:courseId/lesson/:lessonId/start',
  lessonLearn: '/course/:courseId/lesson/:lessonId/learn',
  profile: '/profile',
  boost: '/boost',
} as const

export const paths = {
  home: patterns.home,
  login: patterns.login,
  loginPin: `${patterns.login}?step=pin`,
  restorePass: patterns.restorePass,
  plans: patterns.plans,
  quizStart: quizPath(firstQuizPlace),
  onboardingProcessing: patterns.onboardingProcessing,
  onboardingResult: patterns.onboardingResult,
  onboardingEmail: patterns.onboardingEmail,
  terms: patterns.terms,
  privacy: patterns.privacy,
  subscriptionTerms: patterns.subscriptionTerms,
  support: patterns.support,
  pin: patterns.pin,
  /** @param email whose PIN it is, where that is known */
  pinFor: (email: string): string => `${patterns.pin}?email=${segment(email)}`,
  confirmPin: patterns.confirmPin,
  setPin: patterns.setPin,
  offer: patterns.offer,
  checkout: (sessionId: string): string => `/checkout/${segment(sessionId)}`,
  subscriptionSuccess: patterns.subscriptionSuccess,
  subscriptionFailed: patterns.subscriptionFailed,
  dashboard: patterns.dashboard,
  courses: patterns.courses,
  recommendedCourses: patterns.recommendedCourses,
  course: (courseId: string): string => `/course/${segment(courseId)}`,
  lessonStart: (courseId: string, lessonId: string): string =>
    `/course/${segment(courseId)}/lesson/${segment(lessonId)}/start`,
  /** @param fragment zero-based index of the fragment to open at */
  lessonLearn: (courseId: string, lessonId: string, fragment?: number): string =>
    `/course/${segment(courseId)}/lesson/${segment(lessonId)}/learn${fragment === undefined ? '' : `?fragment=${fragment}`}`,
  profile: patterns.profile,
  boost: patterns.boost,
}
