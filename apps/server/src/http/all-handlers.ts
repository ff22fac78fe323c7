import type { EndpointName } from '@kitewise/contract/endpoints'
import { emailChangeRoutes } from '../features/accounts/email-change-routes.ts'
import { passkeyRoutes } from '../features/accounts/passkey-routes.ts'
import { pinRoutes } from '../features/accounts/pin-routes.ts'
import { accountsRoutes } from '../features/accounts/sign-in-routes.ts'
import { apiKeyRoutes } from '../features/api-keys/routes.ts'
import { billingRoutes } from '../features/billing/routes.ts'
import { catalogRoutes } from '../features/catalog/routes.ts'
import { certificatesRoutes } from '../features/certificates/routes.ts'
import { passedPromptRoutes } from '../features/learning/practice/list-passed-prompts.ts'
import { practiceRoutes } from '../features/learning/practice/routes.ts'
import { learningRoutes, streakRoutes } from '../features/learning/routes.ts'
import { skillCheckRoutes } from '../features/learning/skill-check/routes.ts'
import { monthPlanRoutes } from '../features/month-plan/routes.ts'
import { onboardingRoutes } from '../features/onboarding/routes.ts'
import { contractRoutes } from '../features/organizations/contract-routes.ts'
import { groupRoutes, joiningRoutes, organizationRoutes } from '../features/organizations/routes.ts'
import { organizationSettingRoutes, organizationSignInRoutes } from '../features/organization-sign-in/routes.ts'
import { outgoingEventRoutes } from '../features/outgoing-events/routes.ts'
import { privacyRoutes } from '../features/privacy/routes.ts'
import { supportViewRoutes } from '../features/privacy/support-view.ts'
import { calendarRoutes } from '../features/reach/calendar-routes.ts'
import { noteZone } from '../features/reach/reminder-settings.ts'
import { reachRoutes } from '../features/reach/routes.ts'
import { feedbackRoutes } from '../features/reports/feedback.ts'
import { supportRoutes } from '../features/support/support-requests.ts'
import type { Handlers } from '../platform/handler.ts'
import { firstScreenRoutes } from './first-screen.ts'

const streakOf = streakRoutes(noteZone)

/** Every endpoint's handler; a missing one does not compile. */
export const allHandlers: Handlers<EndpointName> = {
  ...accountsRoutes,
  ...apiKeyRoutes,
  ...billingRoutes,
  ...calendarRoutes,
  ...catalogRoutes,
  ...certificatesRoutes,
  ...emailChangeRoutes,
  ...learningRoutes,
  ...monthPlanRoutes,
  ...onboardingRoutes,
  ...organizationSettingRoutes,
  ...organizationSignInRoutes,
  ...passedPromptRoutes,
  ...passkeyRoutes,
  ...pinRoutes,
  ...practiceRoutes,
  ...feedbackRoutes,
  ...contractRoutes,
  ...groupRoutes,
  ...joiningRoutes,
  ...organizationRoutes,
  ...outgoingEventRoutes,
  ...privacyRoutes,
  ...supportViewRoutes,
  ...reachRoutes,
  ...skillCheckRoutes,
  ...streakOf,
  ...supportRoutes,
  ...firstScreenRoutes({ ...accountsRoutes, ...billingRoutes, ...learningRoutes, ...onboardingRoutes, ...streakOf }),
}
