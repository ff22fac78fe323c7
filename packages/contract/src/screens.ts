/** Every screen's address: `:name` is one segment, `/*` any rest. The server sends the app for no other address. */
export const screens = {
  home: '/',
  login: '/login',
  /** Through an organization: where it begins, where its provider leads back, and `#token` of a mailed link. */
  sso: '/sso/:organizationId',
  ssoReturn: '/sso/:organizationId/return',
  ssoConfirm: '/sso/:organizationId/confirm',
  restorePass: '/restore-pass',
  plans: '/plans',
  /** For newcomers, in the language of `?lang=`, a BCP 47 code. */
  welcome: '/welcome',
  welcomeCourse: '/welcome/:courseId',
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
  checkoutCard: '/checkout/card/:pageId',
  checkoutInvoice: '/checkout/invoice/:invoiceId',
  subscriptionSuccess: '/subscription/success',
  subscriptionFailed: '/subscription/failed',
  dashboard: '/dashboard',
  courses: '/courses',
  recommendedCourses: '/recommended-courses',
  forWork: '/for-my-work',
  course: '/course/:courseId',
  takeCertificate: '/course/:courseId/certificate',
  certificate: '/certificates/:certificateId',
  lessonStart: '/course/:courseId/lesson/:lessonId/start',
  lessonLearn: '/course/:courseId/lesson/:lessonId/learn',
  profile: '/profile',
  portfolio: '/my-prompts',
  boost: '/boost',
  monthPlan: '/month-plan',
  subscription: '/subscription',
  /** `#code`, so that no server log has it. */
  gift: '/gift',
  /** Opened by the link that is emailed to a newcomer with a gift code. */
  giftBegin: '/gift/begin',
  withdrawal: '/subscription/withdrawal',
  team: '/team',
  teamGroups: '/team/groups',
  teamPlan: '/team/plan',
  teamSettings: '/team/settings',
  teamSignIn: '/team/sign-in',
  teamEvents: '/team/events',
  teamKeys: '/team/keys',
  /** `#token` of a link or an invitation, or `#pin.token` of the mail to a newcomer, who sets a PIN here. */
  join: '/join',
  changeEmail: '/change-email',
  confirmEmailChange: '/confirm-email-change',
  undoEmailChange: '/undo-email-change',
  feedback: '/feedback',
  language: '/language',
  deleteAccount: '/delete-account',
  reminders: '/reminders',
  unsubscribe: '/unsubscribe',
  /** Framed by the desk: names of folders, and the code of a language. */
  draftPreview: '/desk/preview/:course/:lesson/:language',
  /** For developers; a production server does not know it. */
  gallery: '/dev/gallery',
} as const

/** Public screens that search engines may list, besides the pages of the courses at `/welcome/:courseId`. */
export const listedPaths: readonly string[] = [
  screens.home,
  '/quiz/f1/1/v1',
  screens.login,
  screens.plans,
  screens.welcome,
  screens.support,
  screens.terms,
  screens.privacy,
  screens.subscriptionTerms,
]

/** The page for newcomers about a course, or about the product. Its address also names the language, as BCP 47. */
export function welcomePath(courseId: string | null, language?: string): string {
  const path = courseId === null ? screens.welcome : `${screens.welcome}/${encodeURIComponent(courseId)}`
  return language === undefined ? path : `${path}?lang=${language}`
}
