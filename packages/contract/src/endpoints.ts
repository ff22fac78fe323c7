import { accountEndpoints, emailChangeEndpoints, pinEndpoints, sessionEndpoints } from './account-endpoints.ts'
import { apiKeyEndpoints } from './api-key-endpoints.ts'
import { billingEndpoints, giftEndpoints, refundEndpoints, subscriptionEndpoints } from './billing-endpoints.ts'
import { calendarEndpoints } from './calendar-endpoints.ts'
import { certificateEndpoints } from './certificates.ts'
import { invitationEndpoints, joiningEndpoints } from './joining-endpoints.ts'
import { learningEndpoints, passedPromptEndpoints, streakEndpoints } from './learning-endpoints.ts'
import { monthPlanEndpoints } from './month-plan.ts'
import { onboardingEndpoints } from './onboarding-endpoints.ts'
import { contractEndpoints, organizationEndpoints } from './organization-endpoints.ts'
import { organizationSettingEndpoints, organizationSignInEndpoints } from './organization-sign-in-endpoints.ts'
import { outgoingEventEndpoints } from './outgoing-events.ts'
import { passkeyEndpoints } from './passkey-endpoints.ts'
import { preferenceEndpoints } from './preference-endpoints.ts'
import { reminderEndpoints } from './reminders.ts'
import { reviewEndpoints } from './review.ts'
import { skillCheckEndpoints } from './skill-check.ts'

export type { Endpoint } from './endpoint.ts'

export const endpoints = {
  ...onboardingEndpoints,
  ...accountEndpoints,
  ...apiKeyEndpoints,
  ...billingEndpoints,
  ...calendarEndpoints,
  ...certificateEndpoints,
  ...contractEndpoints,
  ...emailChangeEndpoints,
  ...invitationEndpoints,
  ...joiningEndpoints,
  ...monthPlanEndpoints,
  ...organizationEndpoints,
  ...organizationSettingEndpoints,
  ...organizationSignInEndpoints,
  ...outgoingEventEndpoints,
  ...passedPromptEndpoints,
  ...passkeyEndpoints,
  ...pinEndpoints,
  ...preferenceEndpoints,
  ...refundEndpoints,
  ...reminderEndpoints,
  ...reviewEndpoints,
  ...skillCheckEndpoints,
  ...streakEndpoints,
  ...subscriptionEndpoints,
  ...sessionEndpoints,
  ...giftEndpoints,
  ...learningEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
