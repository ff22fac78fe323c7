import type { EndpointName } from '@kitewise/contract/endpoints'
import { accountsRoutes } from '../features/accounts/routes.ts'
import { billingRoutes } from '../features/billing/routes.ts'
import { catalogRoutes } from '../features/catalog/routes.ts'
import { learningRoutes } from '../features/learning/routes.ts'
import { practiceRoutes } from '../features/practice/routes.ts'
import type { Handlers } from './handler.ts'

/** Every endpoint's handler. A missing one does not compile. */
export const allHandlers: Handlers<EndpointName> = {
  ...accountsRoutes,
  ...billingRoutes,
  ...catalogRoutes,
  ...learningRoutes,
  ...practiceRoutes,
}
