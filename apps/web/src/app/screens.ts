import { lazyScreen, routeGroup } from '../lib/lazy-screen.tsx'
import { loadPart } from '../lib/load-part.ts'
import { paths, patterns } from '../lib/paths.ts'
import { matchPath } from '../lib/router.tsx'
import { session } from '../lib/session/session.ts'

/** Screens that are loaded together, as one script and one style sheet. */
const signIn = routeGroup('sign-in', () => import('./route-groups/sign-in.ts'))
const pin = routeGroup('pin', () => import('./route-groups/pin.ts'))
const quiz = routeGroup('quiz', () => import('./routes/quiz.tsx'))
const plan = routeGroup('plan', () => import('./route-groups/plan.ts'))
const gift = routeGroup('gift', () => import('./route-groups/gift.ts'))
const welcome = routeGroup('welcome', () => import('./routes/welcome.tsx'))
const welcomeCourse = routeGroup('welcome-course', () => import('./routes/welcome-course.tsx'))
const plans = routeGroup('plans', () => import('./routes/plans.tsx'))
const offer = routeGroup('offer', () => import('./route-groups/offer.ts'))
const legal = routeGroup('legal', () => import('./routes/legal.tsx'))
const certificate = routeGroup('certificate', () => import('./routes/certificate.tsx'))
const info = routeGroup('info', () => import('./route-groups/info.ts'))
const learn = routeGroup('learn', () => import('./route-groups/learn.ts'))
const lesson = routeGroup('lesson', () => import('./route-groups/lesson.ts'))
const takeCertificate = routeGroup('take-certificate', () => import('./routes/take-certificate.tsx'))
const account = routeGroup('account', () => import('./route-groups/account.ts'))
const monthPlan = routeGroup('month-plan', () => import('./route-groups/month-plan.ts'))
const subscription = routeGroup('subscription', () => import('./route-groups/subscription.ts'))
const team = routeGroup('team', () => import('./route-groups/team.ts'))
const teamSettings = routeGroup('team-settings', () => import('./route-groups/team-settings.ts'))
const gallery = routeGroup('gallery', () => import('./routes/gallery.tsx'))

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
/** It comes with the script of `SignedIn`: if that fails, the screen says so. */
export const BottomBar = lazyScreen(
  'bottom-bar',
  () =>
    loadPart(
      () => import('./shell/bottom-bar.tsx'),
      (m) => m.BottomBar,
    ),
  (m) => m.default,
)
export const NotFound = signIn((m) => m.NotFoundPage)

/** Choosing a PIN and repeating it are one screen at two addresses. */
const Pin = pin((m) => m.PinPage, ['billing', 'login'])

/** Public screens that load without the query client: visitors see them first, and what they show is read once. */
const publicScreens = [
  { path: patterns.quiz, Screen: quiz((m) => m.QuizPage) },
  { path: patterns.onboardingProcessing, Screen: plan((m) => m.OnboardingProcessingPage, ['plan']) },
  { path: patterns.onboardingResult, Screen: plan((m) => m.OnboardingResultPage, ['plan', 'lessons']) },
  { path: patterns.onboardingEmail, Screen: plan((m) => m.OnboardingEmailPage, ['plan']) },
  { path: patterns.login, Screen: signIn((m) => m.LoginPage, ['login']) },
  { path: patterns.restorePass, Screen: pin((m) => m.RestorePassPage, ['billing', 'login']) },
  { path: patterns.pin, Screen: Pin },
  { path: patterns.confirmPin, Screen: Pin },
  { path: patterns.setPin, Screen: pin((m) => m.SetPinPage, ['billing', 'login']) },
  { path: patterns.gift, Screen: gift((m) => m.NewcomerGiftPage, ['account', 'plan']) },
  { path: patterns.giftBegin, Screen: gift((m) => m.GiftBeginPage, ['account']) },
  { path: patterns.plans, Screen: plans((m) => m.PlansPage, ['plans']) },
  { path: patterns.welcome, Screen: welcome((m) => m.WelcomePage, ['landing', 'plans']) },
  {
    path: patterns.welcomeCourse,
    Screen: welcomeCourse((m) => m.WelcomeCoursePage, ['landing', 'plans']),
  },
  { path: patterns.offer, Screen: offer((m) => m.OfferPage, ['plans']) },
  { path: patterns.checkout, Screen: offer((m) => m.CheckoutPage, ['billing', 'plans']) },
  { path: patterns.checkoutCard, Screen: offer((m) => m.CheckoutCardPage, ['billing']) },
  { path: patterns.subscriptionSuccess, Screen: offer((m) => m.SubscriptionSuccessPage, ['billing', 'plans']) },
  { path: patterns.subscriptionFailed, Screen: offer((m) => m.SubscriptionFailedPage, ['billing', 'plans']) },
  { path: patterns.certificate, Screen: certificate((m) => m.CertificatePage, ['lessons']) },
  { path: patterns.terms, Screen: legal((m) => m.TermsPage) },
  { path: patterns.privacy, Screen: legal((m) => m.PrivacyPage) },
  { path: patterns.subscriptionTerms, Screen: legal((m) => m.SubscriptionTermsPage) },
  { path: patterns.confirmEmailChange, Screen: info((m) => m.ConfirmEmailChangePage, ['account']) },
  { path: patterns.undoEmailChange, Screen: info((m) => m.UndoEmailChangePage, ['account']) },
  { path: patterns.sso, Screen: info((m) => m.SsoPage, ['account', 'login', 'plan']) },
  { path: patterns.ssoReturn, Screen: info((m) => m.SsoReturnPage, ['account', 'login', 'plan']) },
  { path: patterns.ssoConfirm, Screen: info((m) => m.SsoConfirmPage, ['account', 'login', 'plan']) },
  { path: patterns.unsubscribe, Screen: info((m) => m.UnsubscribePage, ['account']) },
]

/** The language is chosen with or without a session. */
const language = { path: patterns.language, Screen: info((m) => m.LanguagePage, ['account']) }

/** Public screens that read server data, inside `PublicReads`. */
const publicReadScreens = [
  { path: patterns.checkoutInvoice, Screen: team((m) => m.CheckoutInvoicePage, ['team', 'billing']) },
  { path: patterns.join, Screen: team((m) => m.JoinPage, ['team', 'plan', 'account']) },
  language,
  {
    path: patterns.gallery,
    Screen: gallery((m) => m.GalleryPage, ['learning', 'plan', 'billing', 'plans', 'lessons']),
  },
  { path: patterns.draftPreview, Screen: lesson((m) => m.DraftPreviewPage, ['lessons']) },
  { path: patterns.support, Screen: info((m) => m.SupportPage, ['account']) },
]

/** What learners see in place of a public screen, without the query client either. */
const learnerPlans = { path: patterns.plans, Screen: offer((m) => m.LearnerPlansPage, ['plans', 'account']) }

/** Screens for signed-in learners with a PIN. */
const learnerScreens = [
  { path: patterns.dashboard, Screen: learn((m) => m.DashboardPage, ['learning']) },
  { path: patterns.courses, Screen: learn((m) => m.CoursesPage, ['learning']) },
  { path: patterns.recommendedCourses, Screen: learn((m) => m.RecommendedCoursesPage, ['learning']) },
  { path: patterns.forWork, Screen: learn((m) => m.ForWorkPage, ['learning']) },
  { path: patterns.course, Screen: learn((m) => m.CoursePage, ['learning']) },
  { path: patterns.lessonStart, Screen: lesson((m) => m.LessonStartPage, ['learning', 'lessons']) },
  { path: patterns.lessonLearn, Screen: lesson((m) => m.LessonLearnPage, ['lessons']) },
  { path: patterns.takeCertificate, Screen: takeCertificate((m) => m.TakeCertificatePage, ['lessons']) },
  { path: patterns.boost, Screen: lesson((m) => m.BoostPage, ['lessons']) },
  { path: patterns.monthPlan, Screen: monthPlan((m) => m.MonthPlanPage, ['learning']) },
  { path: patterns.profile, Screen: account((m) => m.ProfilePage, ['account']) },
  { path: patterns.portfolio, Screen: account((m) => m.PortfolioPage, ['learning']) },
  { path: patterns.subscription, Screen: subscription((m) => m.SubscriptionPage, ['account']) },
  { path: patterns.gift, Screen: gift((m) => m.GiftPage, ['account']) },
  language,
  { path: patterns.withdrawal, Screen: subscription((m) => m.WithdrawalPage, ['account']) },
  { path: patterns.team, Screen: team((m) => m.TeamPage, ['team', 'account']) },
  { path: patterns.teamGroups, Screen: team((m) => m.TeamGroupsPage, ['team', 'account']) },
  { path: patterns.teamPlan, Screen: team((m) => m.TeamPlanPage, ['team', 'account']) },
  { path: patterns.teamSettings, Screen: teamSettings((m) => m.TeamSettingsPage, ['team', 'account']) },
  { path: patterns.teamSignIn, Screen: teamSettings((m) => m.TeamSignInPage, ['team', 'account']) },
  { path: patterns.teamEvents, Screen: teamSettings((m) => m.TeamEventsPage, ['team', 'account']) },
  { path: patterns.teamKeys, Screen: teamSettings((m) => m.TeamKeysPage, ['team', 'account']) },
  { path: patterns.changeEmail, Screen: account((m) => m.ChangeEmailPage, ['account']) },
  { path: patterns.feedback, Screen: account((m) => m.FeedbackPage, ['account']) },
  { path: patterns.reminders, Screen: account((m) => m.RemindersPage, ['learning']) },
  { path: patterns.deleteAccount, Screen: account((m) => m.DeleteAccountPage, ['account']) },
]

/**
 * The screens that a visitor or a learner can open: `open` to anyone, `reads` inside `PublicReads`, `learners` behind a session.
 * At an address that has a screen for learners and one for visitors, each sees their own.
 */
export function screensFor(isSignedIn: boolean) {
  if (!isSignedIn) return { open: publicScreens, reads: publicReadScreens, learners: learnerScreens }
  const own = new Set<string>([learnerPlans, ...learnerScreens].map(({ path }) => path))
  const isForAll = ({ path }: { path: string }): boolean => !own.has(path)
  return {
    open: [...publicScreens.filter(isForAll), learnerPlans],
    reads: publicReadScreens.filter(isForAll),
    learners: learnerScreens,
  }
}

/** Requests the scripts of the first screen early. Resolves when they have loaded or failed. */
export async function preloadScreens(pathname: string): Promise<void> {
  const isSignedIn = session.token() !== ''
  const shown = pathname === paths.home ? (isSignedIn ? paths.profile : paths.login) : pathname
  const isShown = ({ path }: { path: string }): boolean => matchPath(path, shown) !== null
  const { open, reads, learners } = screensFor(isSignedIn)
  const known = [...open, ...reads, ...(isSignedIn ? learners : [])].filter(isShown).map(({ Screen }) => Screen)
  const wanted = known.length > 0 ? known : [NotFound]
  const parts = [...(isSignedIn ? [SignedIn, BottomBar] : []), ...(reads.some(isShown) ? [PublicReads] : [])]
  await Promise.all([...parts, ...wanted].map(({ preload }) => preload()))
}
