import consent from '../consent/en.json' with { type: 'json' }
import boost from './en/boost.json' with { type: 'json' }
import checkout from './en/checkout.json' with { type: 'json' }
import common from './en/common.json' with { type: 'json' }
import course from './en/course.json' with { type: 'json' }
import courses from './en/courses.json' with { type: 'json' }
import dashboard from './en/dashboard.json' with { type: 'json' }
import errors from './en/errors.json' with { type: 'json' }
import lesson from './en/lesson.json' with { type: 'json' }
import login from './en/login.json' with { type: 'json' }
import menu from './en/menu.json' with { type: 'json' }
import nav from './en/nav.json' with { type: 'json' }
import plan from './en/plan.json' with { type: 'json' }
import plans from './en/plans.json' with { type: 'json' }
import practice from './en/practice.json' with { type: 'json' }
import processing from './en/processing.json' with { type: 'json' }
import profile from './en/profile.json' with { type: 'json' }
import quiz from './en/quiz.json' with { type: 'json' }
import registration from './en/registration.json' with { type: 'json' }
import restorePass from './en/restore-pass.json' with { type: 'json' }
import setPin from './en/set-pin.json' with { type: 'json' }
import subscriptionResult from './en/subscription-result.json' with { type: 'json' }
import toast from './en/toast.json' with { type: 'json' }

/** The English sentences of the web app, by namespace. ICU messages; the key types of every language come from here. */
export const messages = {
  boost,
  checkout,
  common,
  consent,
  course,
  courses,
  dashboard,
  errors,
  lesson,
  login,
  menu,
  nav,
  plan,
  plans,
  practice,
  processing,
  profile,
  quiz,
  registration,
  restorePass,
  setPin,
  subscriptionResult,
  toast,
}

export type Messages = typeof messages
