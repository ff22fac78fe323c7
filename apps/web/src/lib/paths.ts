import { screens as patterns, welcomePath } from '@kitewise/contract/screens'
import { firstQuizPlace, quizPath } from '@kitewise/rules/quiz-path'

const segment = encodeURIComponent

/** For matching an address. Links use `paths`. */
export { patterns }

export const paths = {
  home: patterns.home,
  login: patterns.login,
  loginPin: `${patterns.login}?step=pin`,
  sso: (organizationId: string): string => `/sso/${segment(organizationId)}`,
  restorePass: patterns.restorePass,
  plans: patterns.plans,
  /** @param courseId null for the page about all courses */
  welcome: welcomePath,
  quizStart: quizPath(firstQuizPlace),
  onboardingProcessing: patterns.onboardingProcessing,
  onboardingResult: patterns.onboardingResult,
  onboardingEmail: patterns.onboardingEmail,
  terms: patterns.terms,
  privacy: patterns.privacy,
  subscriptionTerms: patterns.subscriptionTerms,
  support: patterns.support,
  /** @param concern prefills the form's field for it */
  supportAbout: (concern: string): string => `${patterns.support}?concern=${segment(concern)}`,
  pin: patterns.pin,
  /** @param email of the account, if known */
  pinFor: (email: string): string => `${patterns.pin}?email=${segment(email)}`,
  confirmPin: patterns.confirmPin,
  setPin: patterns.setPin,
  offer: patterns.offer,
  checkout: (sessionId: string): string => `/checkout/${segment(sessionId)}`,
  checkoutCard: (pageId: string): string => `/checkout/card/${segment(pageId)}`,
  subscriptionSuccess: patterns.subscriptionSuccess,
  subscriptionFailed: patterns.subscriptionFailed,
  dashboard: patterns.dashboard,
  courses: patterns.courses,
  recommendedCourses: patterns.recommendedCourses,
  forWork: patterns.forWork,
  course: (courseId: string): string => `/course/${segment(courseId)}`,
  takeCertificate: (courseId: string): string => `/course/${segment(courseId)}/certificate`,
  certificate: (certificateId: string): string => `/certificates/${segment(certificateId)}`,
  lessonStart: (courseId: string, lessonId: string): string =>
    `/course/${segment(courseId)}/lesson/${segment(lessonId)}/start`,
  /** @param fragment zero-based index of the fragment to open at */
  lessonLearn: (courseId: string, lessonId: string, fragment?: number): string =>
    `/course/${segment(courseId)}/lesson/${segment(lessonId)}/learn${fragment === undefined ? '' : `?fragment=${fragment}`}`,
  profile: patterns.profile,
  portfolio: patterns.portfolio,
  boost: patterns.boost,
  monthPlan: patterns.monthPlan,
  subscription: patterns.subscription,
  gift: patterns.gift,
  giftBegin: patterns.giftBegin,
  withdrawal: patterns.withdrawal,
  team: patterns.team,
  teamGroups: patterns.teamGroups,
  teamPlan: patterns.teamPlan,
  teamSettings: patterns.teamSettings,
  teamSignIn: patterns.teamSignIn,
  teamEvents: patterns.teamEvents,
  teamKeys: patterns.teamKeys,
  join: patterns.join,
  changeEmail: patterns.changeEmail,
  feedback: patterns.feedback,
  language: patterns.language,
  deleteAccount: patterns.deleteAccount,
  reminders: patterns.reminders,
}
