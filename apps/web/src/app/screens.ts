import type { TextGroup } from '@kitewise/texts/web/messages'
import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { lazyScreen } from '../lib/lazy-screen.tsx'
import { paths, patterns } from '../lib/paths.ts'
import { session } from '../lib/session/session.ts'

/** @param groups the text groups that the screen uses besides `core`; `npm run check` compares them with the source */
const screen = (path: string, id: string, load: () => Promise<ComponentType>, groups?: TextGroup[]) => ({
  path,
  Screen: lazyScreen(id, load, (component) => component, groups),
})

export const SignedIn = lazyScreen(
  'signed-in',
  () => import('./signed-in.tsx'),
  (m) => m.SignedIn,
)
export const PublicReads = lazyScreen(
  'public-reads',
  () => import('./public-reads.tsx'),
  (m) => m.PublicReads,
)
export const NotFound = lazyScreen(
  'not-found',
  () => import('./routes/not-found.tsx'),
  (m) => m.NotFoundPage,
)

/** Choosing a PIN and repeating it are one screen at two addresses. */
const Pin = lazyScreen(
  'pin',
  () => import('./routes/pin.tsx'),
  (m) => m.PinPage,
  ['billing'],
)

/** Public screens that load without the query client, because newcomers see them first or because they only write. */
export const publicScreens = [
  screen(patterns.quiz, 'quiz', () => import('./routes/quiz.tsx').then((m) => m.QuizPage), ['onboarding']),
  screen(
    patterns.onboardingProcessing,
    'onboarding-processing',
    () => import('./routes/onboarding-processing.tsx').then((m) => m.OnboardingProcessingPage),
    ['onboarding'],
  ),
  screen(
    patterns.onboardingResult,
    'onboarding-result',
    () => import('./routes/onboarding-result.tsx').then((m) => m.OnboardingResultPage),
    ['onboarding', 'practice'],
  ),
  screen(
    patterns.onboardingEmail,
    'onboarding-email',
    () => import('./routes/onboarding-email.tsx').then((m) => m.OnboardingEmailPage),
    ['onboarding'],
  ),
  screen(patterns.login, 'login', () => import('./routes/login.tsx').then((m) => m.LoginPage)),
  screen(
    patterns.restorePass,
    'restore-pass',
    () => import('./routes/restore-pass.tsx').then((m) => m.RestorePassPage),
    ['billing'],
  ),
  { path: patterns.pin, Screen: Pin },
  { path: patterns.confirmPin, Screen: Pin },
  screen(patterns.setPin, 'set-pin', () => import('./routes/pin.tsx').then((m) => m.SetPinPage), ['billing']),
  screen(
    patterns.subscriptionSuccess,
    'subscription-success',
    () => import('./routes/subscription-result.tsx').then((m) => m.SubscriptionSuccessPage),
    ['billing'],
  ),
  screen(
    patterns.subscriptionFailed,
    'subscription-failed',
    () => import('./routes/subscription-result.tsx').then((m) => m.SubscriptionFailedPage),
    ['billing'],
  ),
  screen(
    patterns.confirmEmailChange,
    'confirm-email-change',
    () => import('./routes/email-links.tsx').then((m) => m.ConfirmEmailChangePage),
    ['account'],
  ),
  screen(
    patterns.undoEmailChange,
    'undo-email-change',
    () => import('./routes/email-links.tsx').then((m) => m.UndoEmailChangePage),
    ['account'],
  ),
  screen(patterns.unsubscribe, 'unsubscribe', () => import('./routes/unsubscribe.tsx').then((m) => m.UnsubscribePage), [
    'account',
  ]),
]

/** Public screens that read server data, inside `PublicReads`. */
export const publicReadScreens = [
  screen(patterns.plans, 'plans', () => import('./routes/plans.tsx').then((m) => m.PlansPage), ['billing', 'account']),
  screen(patterns.welcome, 'welcome', () => import('./routes/welcome.tsx').then((m) => m.WelcomePage), [
    'landing',
    'billing',
  ]),
  screen(
    patterns.welcomeCourse,
    'welcome-course',
    () => import('./routes/welcome-course.tsx').then((m) => m.WelcomeCoursePage),
    ['landing', 'billing', 'lessons', 'practice'],
  ),
  screen(patterns.offer, 'offer', () => import('./routes/offer.tsx').then((m) => m.OfferPage), ['billing']),
  screen(patterns.checkout, 'checkout', () => import('./routes/checkout.tsx').then((m) => m.CheckoutPage), ['billing']),
  screen(
    patterns.checkoutCard,
    'checkout-card',
    () => import('./routes/checkout-card.tsx').then((m) => m.CheckoutCardPage),
    ['billing'],
  ),
  screen(patterns.language, 'language', () => import('./routes/language.tsx').then((m) => m.LanguagePage), ['account']),
  screen(patterns.certificate, 'certificate', () => import('./routes/certificate.tsx').then((m) => m.CertificatePage), [
    'certificates',
  ]),
  screen(patterns.gallery, 'gallery', () => import('./routes/gallery.tsx').then((m) => m.GalleryPage), [
    'learning',
    'onboarding',
    'billing',
    'practice',
  ]),
  screen(patterns.support, 'support', () => import('./routes/support.tsx').then((m) => m.SupportPage), ['account']),
  screen(patterns.terms, 'legal', () => import('./routes/legal.tsx').then((m) => m.TermsPage), ['account']),
  screen(patterns.privacy, 'legal', () => import('./routes/legal.tsx').then((m) => m.PrivacyPage), ['account']),
  screen(patterns.subscriptionTerms, 'legal', () => import('./routes/legal.tsx').then((m) => m.SubscriptionTermsPage), [
    'account',
  ]),
]

/** Screens for signed-in learners with a PIN. */
export const learnerScreens = [
  screen(patterns.dashboard, 'dashboard', () => import('./routes/dashboard.tsx').then((m) => m.DashboardPage), [
    'learning',
  ]),
  screen(patterns.courses, 'courses', () => import('./routes/courses.tsx').then((m) => m.CoursesPage), [
    'learning',
    'work',
  ]),
  screen(
    patterns.recommendedCourses,
    'recommended-courses',
    () => import('./routes/recommended-courses.tsx').then((m) => m.RecommendedCoursesPage),
    ['learning'],
  ),
  screen(patterns.forWork, 'for-work', () => import('./routes/for-work.tsx').then((m) => m.ForWorkPage), [
    'learning',
    'work',
  ]),
  screen(patterns.course, 'course', () => import('./routes/course.tsx').then((m) => m.CoursePage), ['learning']),
  screen(
    patterns.lessonStart,
    'lesson-start',
    () => import('./routes/lesson-start.tsx').then((m) => m.LessonStartPage),
    ['learning', 'lessons'],
  ),
  screen(
    patterns.lessonLearn,
    'lesson-learn',
    () => import('./routes/lesson-learn.tsx').then((m) => m.LessonLearnPage),
    ['lessons', 'practice'],
  ),
  screen(
    patterns.takeCertificate,
    'take-certificate',
    () => import('./routes/take-certificate.tsx').then((m) => m.TakeCertificatePage),
    ['certificates', 'lessons', 'practice'],
  ),
  screen(patterns.boost, 'boost', () => import('./routes/boost.tsx').then((m) => m.BoostPage), ['practice']),
  screen(patterns.monthPlan, 'month-plan', () => import('./routes/month-plan.tsx').then((m) => m.MonthPlanPage), [
    'month',
  ]),
  screen(patterns.profile, 'profile', () => import('./routes/profile.tsx').then((m) => m.ProfilePage), ['account']),
  screen(patterns.portfolio, 'portfolio', () => import('./routes/portfolio.tsx').then((m) => m.PortfolioPage), [
    'work',
  ]),
  screen(
    patterns.subscription,
    'subscription',
    () => import('./routes/subscription.tsx').then((m) => m.SubscriptionPage),
    ['account'],
  ),
  screen(patterns.withdrawal, 'withdrawal', () => import('./routes/withdrawal.tsx').then((m) => m.WithdrawalPage), [
    'account',
  ]),
  screen(
    patterns.changeEmail,
    'change-email',
    () => import('./routes/change-email.tsx').then((m) => m.ChangeEmailPage),
    ['account'],
  ),
  screen(patterns.feedback, 'feedback', () => import('./routes/feedback.tsx').then((m) => m.FeedbackPage), ['account']),
  screen(patterns.reminders, 'reminders', () => import('./routes/reminders.tsx').then((m) => m.RemindersPage), [
    'reminders',
  ]),
  screen(
    patterns.deleteAccount,
    'delete-account',
    () => import('./routes/delete-account.tsx').then((m) => m.DeleteAccountPage),
    ['account'],
  ),
]

/** Requests the scripts of the first screen early. Resolves when they have loaded or failed. */
export async function preloadScreens(pathname: string): Promise<void> {
  const isSignedIn = session.token() !== ''
  const shown = pathname === paths.home ? (isSignedIn ? paths.profile : paths.login) : pathname
  const isShown = ({ path }: { path: string }): boolean => matchPath(path, shown) !== null
  const screens = [...publicScreens, ...publicReadScreens, ...(isSignedIn ? learnerScreens : [])]
  const wanted = screens.filter(isShown).map(({ Screen }) => Screen)
  const parts = [...(isSignedIn ? [SignedIn] : []), ...(publicReadScreens.some(isShown) ? [PublicReads] : [])]
  await Promise.all([...parts, ...wanted].map(({ preload }) => preload()))
}
