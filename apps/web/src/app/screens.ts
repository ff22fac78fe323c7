import { lazyScreen } from '../lib/lazy-screen.tsx'
import { patterns } from '../lib/paths.ts'
import { billingScreens } from './billing-screens.ts'
import { legalScreens } from './legal-screens.ts'
import { onboardingScreens } from './onboarding-screens.ts'
import { openAccountScreens } from './open-account-screens.ts'
import { subscriptionScreens } from './subscription-screens.ts'

const screen = lazyScreen

export const SignedIn = screen(
  'signed-in',
  () => import('./signed-in.tsx'),
  (m) => m.SignedIn,
)
export const NotFound = screen(
  'not-found',
  () => import('./routes/not-found.tsx'),
  (m) => m.NotFoundPage,
)

const Pin = screen(
  'pin',
  () => import('./routes/pin.tsx'),
  (m) => m.PinPage,
  ['billing'],
)

/** Screens that anybody may open. */
export const publicScreens = [
  ...onboardingScreens,
  {
    path: patterns.login,
    Screen: screen(
      'login',
      () => import('./routes/login.tsx'),
      (m) => m.LoginPage,
    ),
  },
  {
    path: patterns.restorePass,
    Screen: screen(
      'restore-pass',
      () => import('./routes/restore-pass.tsx'),
      (m) => m.RestorePassPage,
      ['billing'],
    ),
  },
  ...billingScreens,
  ...openAccountScreens,
  ...legalScreens,
  { path: patterns.pin, Screen: Pin },
  { path: patterns.confirmPin, Screen: Pin },
  {
    path: patterns.setPin,
    Screen: screen(
      'set-pin',
      () => import('./routes/pin.tsx'),
      (m) => m.SetPinPage,
    ),
  },
]

/** Screens for signed-in learners with a PIN. */
export const learnerScreens = [
  {
    path: patterns.dashboard,
    Screen: screen(
      'dashboard',
      () => import('./routes/dashboard.tsx'),
      (m) => m.DashboardPage,
      ['learning'],
    ),
  },
  {
    path: patterns.courses,
    Screen: screen(
      'courses',
      () => import('./routes/courses.tsx'),
      (m) => m.CoursesPage,
      ['learning'],
    ),
  },
  {
    path: patterns.recommendedCourses,
    Screen: screen(
      'recommended-courses',
      () => import('./routes/recommended-courses.tsx'),
      (m) => m.RecommendedCoursesPage,
      ['learning'],
    ),
  },
  {
    path: patterns.course,
    Screen: screen(
      'course',
      () => import('./routes/course.tsx'),
      (m) => m.CoursePage,
      ['learning'],
    ),
  },
  {
    path: patterns.lessonStart,
    Screen: screen(
      'lesson-start',
      () => import('./routes/lesson-start.tsx'),
      (m) => m.LessonStartPage,
      ['learning', 'lessons'],
    ),
  },
  {
    path: patterns.lessonLearn,
    Screen: screen(
      'lesson-learn',
      () => import('./routes/lesson-learn.tsx'),
      (m) => m.LessonLearnPage,
      ['lessons', 'practice'],
    ),
  },
  {
    path: patterns.profile,
    Screen: screen(
      'profile',
      () => import('./routes/profile.tsx'),
      (m) => m.ProfilePage,
      ['account'],
    ),
  },
  ...subscriptionScreens,
  {
    path: patterns.changeEmail,
    Screen: screen(
      'change-email',
      () => import('./routes/change-email.tsx'),
      (m) => m.ChangeEmailPage,
      ['account'],
    ),
  },
  {
    path: patterns.feedback,
    Screen: screen(
      'feedback',
      () => import('./routes/feedback.tsx'),
      (m) => m.FeedbackPage,
      ['account'],
    ),
  },
  {
    path: patterns.reminders,
    Screen: screen(
      'reminders',
      () => import('./routes/reminders.tsx'),
      (m) => m.RemindersPage,
      ['reminders'],
    ),
  },
  {
    path: patterns.deleteAccount,
    Screen: screen(
      'delete-account',
      () => import('./routes/delete-account.tsx'),
      (m) => m.DeleteAccountPage,
      ['account'],
    ),
  },
  {
    path: patterns.takeCertificate,
    Screen: screen(
      'take-certificate',
      () => import('./routes/take-certificate.tsx'),
      (m) => m.TakeCertificatePage,
      ['certificates', 'lessons', 'practice'],
    ),
  },
  {
    path: patterns.boost,
    Screen: screen(
      'boost',
      () => import('./routes/boost.tsx'),
      (m) => m.BoostPage,
      ['practice'],
    ),
  },
]
