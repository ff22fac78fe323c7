import type { EndpointName } from '@kitewise/contract/endpoints'
import { pinRoutes } from '../features/accounts/pin-routes.ts'
import { accountsRoutes } from '../features/accounts/routes.ts'
import { billingRoutes } from '../features/billing/routes.ts'
import { subscriptionRoutes } from '../features/billing/subscription-routes.ts'
import { catalogRoutes } from '../features/catalog/routes.ts'
import { learningRoutes } from '../features/learning/routes.ts'
import { marketingRoutes } from '../features/marketing/routes.ts'
import { onboardingRoutes } from '../features/onboarding/routes.ts'
import { practiceRoutes } from '../features/practice/routes.ts'
import { preferencesRoutes } from '../features/preferences/routes.ts'
import type { Handlers } from './handler.ts'

/** Every endpoint's handler. A missing one does not compile. */
export const allHandlers: Handlers<EndpointName> = {
  ...accountsRoutes,
  ...billingRoutes,
  ...catalogRoutes,
  ...learningRoutes,
  ...marketingRoutes,
  ...onboardingRoutes,
  ...pinRoutes,
  ...practiceRoutes,
  ...preferencesRoutes,
  ...subscriptionRoutes,
}
