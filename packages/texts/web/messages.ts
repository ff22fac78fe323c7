import type landing from '../landing/en.json'
import type consent from '../consent/en.json'
import type certificate from './en/lessons/certificate.json'
import type changeEmail from './en/account/change-email.json'
import type confirmEmailChange from './en/account/confirm-email-change.json'
import type deleteAccount from './en/account/delete-account.json'
import type feedback from './en/account/feedback.json'
import type gift from './en/account/gift.json'
import type language from './en/account/language.json'
import type marketing from './en/account/marketing.json'
import type support from './en/account/support.json'
import type unsubscribe from './en/account/unsubscribe.json'
import type pinAgain from './en/account/pin-again.json'
import type passkeys from './en/passkeys/passkeys.json'
import type portfolio from './en/learning/portfolio.json'
import type preferences from './en/account/preferences.json'
import type profile from './en/account/profile.json'
import type refund from './en/account/refund.json'
import type reminders from './en/learning/reminders.json'
import type withdrawal from './en/account/withdrawal.json'
import type supportView from './en/account/support-view.json'
import type subscription from './en/account/subscription.json'
import type sso from './en/account/sso.json'
import type undoEmailChange from './en/account/undo-email-change.json'
import type checkout from './en/billing/checkout.json'
import type plans from './en/plans/plans.json'
import type restorePass from './en/billing/restore-pass.json'
import type setPin from './en/billing/set-pin.json'
import type subscriptionResult from './en/billing/subscription-result.json'
import type common from './en/core/common.json'
import type errors from './en/core/errors.json'
import type legal from './en/core/legal.json'
import type login from './en/login/login.json'
import type menu from './en/core/menu.json'
import type nav from './en/core/nav.json'
import type session from './en/core/session.json'
import type toast from './en/core/toast.json'
import type boost from './en/lessons/boost.json'
import type course from './en/learning/course.json'
import type courses from './en/learning/courses.json'
import type dashboard from './en/learning/dashboard.json'
import type lesson from './en/lessons/lesson.json'
import type practice from './en/lessons/practice.json'
import type lessonPeak from './en/learning/lesson-peak.json'
import type monthCard from './en/learning/month-card.json'
import type reminderOffer from './en/learning/reminder-offer.json'
import type skillCheck from './en/learning/skill-check.json'
import type streak from './en/learning/streak.json'
import type missions from './en/learning/missions.json'
import type monthPlan from './en/learning/month-plan.json'
import type work from './en/learning/work.json'
import type plan from './en/plan/plan.json'
import type processing from './en/plan/processing.json'
import type quiz from './en/core/quiz.json'
import type registration from './en/plan/registration.json'
import type team from './en/team/team.json'
import type teamPeople from './en/team/team-people.json'
import type teamInvite from './en/team/team-invite.json'
import type teamGroups from './en/team/team-groups.json'
import type teamPlan from './en/team/team-plan.json'
import type teamSettings from './en/team/team-settings.json'
import type teamSignIn from './en/team/team-sign-in.json'
import type teamEvents from './en/team/team-events.json'
import type teamKeys from './en/team/team-keys.json'
import type join from './en/team/join.json'
import type checkoutInvoice from './en/team/checkout-invoice.json'

/** Always loaded: the shell, and the few words around the quiz and legal texts. */
type Core = {
  common: typeof common
  errors: typeof errors
  legal: typeof legal
  menu: typeof menu
  nav: typeof nav
  quiz: typeof quiz
  session: typeof session
  toast: typeof toast
}

/** From the end of the quiz to the email step. Consents are a separate file, because the server reads them too. */
type Plan = {
  consent: typeof consent
  plan: typeof plan
  processing: typeof processing
  registration: typeof registration
}

/** Payment, and setting the PIN. */
type Billing = {
  checkout: typeof checkout
  restorePass: typeof restorePass
  setPin: typeof setPin
  subscriptionResult: typeof subscriptionResult
}

/** Signing in. */
type LoginGroup = { login: typeof login }

/** The plans with their prices. */
type PlansGroup = { plans: typeof plans }

/** Dashboard, courses, the plan of 28 days, the learner's work, passed prompts and reminders. */
type Learning = {
  missions: typeof missions
  monthPlan: typeof monthPlan
  portfolio: typeof portfolio
  reminders: typeof reminders
  work: typeof work
  course: typeof course
  courses: typeof courses
  dashboard: typeof dashboard
  lessonPeak: typeof lessonPeak
  monthCard: typeof monthCard
  reminderOffer: typeof reminderOffer
  skillCheck: typeof skillCheck
  streak: typeof streak
}

/** Lessons with their tasks, the daily practice, and certificates. */
type Lessons = {
  boost: typeof boost
  certificate: typeof certificate
  lesson: typeof lesson
  practice: typeof practice
}

/** The profile and its settings. */
type Account = {
  changeEmail: typeof changeEmail
  confirmEmailChange: typeof confirmEmailChange
  deleteAccount: typeof deleteAccount
  feedback: typeof feedback
  gift: typeof gift
  language: typeof language
  marketing: typeof marketing
  support: typeof support
  unsubscribe: typeof unsubscribe
  pinAgain: typeof pinAgain
  preferences: typeof preferences
  profile: typeof profile
  undoEmailChange: typeof undoEmailChange
  refund: typeof refund
  sso: typeof sso
  subscription: typeof subscription
  supportView: typeof supportView
  withdrawal: typeof withdrawal
}

/** A part of the profile that loads on its own. */
type PasskeysGroup = { passkeys: typeof passkeys }

/** The pages for newcomers. A separate file, because the server writes some of it into their HTML. */
type LandingGroup = { landing: typeof landing }

/** The team of an organization, and joining it. */
type TeamGroup = {
  team: typeof team
  teamPeople: typeof teamPeople
  teamInvite: typeof teamInvite
  teamGroups: typeof teamGroups
  teamPlan: typeof teamPlan
  teamSettings: typeof teamSettings
  teamSignIn: typeof teamSignIn
  teamEvents: typeof teamEvents
  teamKeys: typeof teamKeys
  join: typeof join
  checkoutInvoice: typeof checkoutInvoice
}

/** Each group is one chunk per language, named like its folder. */
export type TextGroups = {
  core: Core
  plan: Plan
  billing: Billing
  plans: PlansGroup
  login: LoginGroup
  learning: Learning
  lessons: Lessons
  account: Account
  passkeys: PasskeysGroup
  landing: LandingGroup
  team: TeamGroup
}

export type TextGroup = keyof TextGroups

/**
 * The web app's texts, typed by the English files. A new file `<group>/<name>.json` needs an import and a line above,
 * with its name in camel case.
 */
export type Messages = Core &
  Plan &
  Billing &
  PlansGroup &
  LoginGroup &
  Learning &
  Lessons &
  Account &
  PasskeysGroup &
  LandingGroup &
  TeamGroup
