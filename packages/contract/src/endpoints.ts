import { accountEndpoints } from './account-endpoints.ts'
import { billingEndpoints } from './billing-endpoints.ts'
import { certificateEndpoints } from './certificates.ts'
import { emailChangeEndpoints } from './email-change-endpoints.ts'
import { learningEndpoints } from './learning-endpoints.ts'
import { onboardingEndpoints } from './onboarding-endpoints.ts'
import { pinEndpoints } from './pin-endpoints.ts'
import { preferenceEndpoints } from './preference-endpoints.ts'
import { refundEndpoints } from './refund-endpoints.ts'
import { reminderEndpoints } from './reminders.ts'
import { reviewEndpoints } from './review.ts'
import { sessionEndpoints } from './session-endpoints.ts'
import { streakEndpoints } from './streak-endpoints.ts'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

export type { Endpoint } from './endpoint.ts'

/** Every call of the API. */
export const endpoints = {
  ...onboardingEndpoints,
  ...accountEndpoints,
  ...billingEndpoints,
  ...certificateEndpoints,
  ...emailChangeEndpoints,
  ...pinEndpoints,
  ...preferenceEndpoints,
  ...refundEndpoints,
  ...reminderEndpoints,
  ...reviewEndpoints,
  ...streakEndpoints,
  ...subscriptionEndpoints,
  ...sessionEndpoints,
  ...learningEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
