import type { DeskEndpointName } from '@kitewise/contract/desk'
import { auditRoutes } from './access/audit-routes.ts'
import { enrolmentRoutes } from './access/enrolment-routes.ts'
import type { DeskHandlers } from './access/handler.ts'
import { oidcRoutes } from './access/oidc-routes.ts'
import { signInRoutes } from './access/sign-in-routes.ts'
import { staffRoutes } from './access/staff-routes.ts'
import { draftRoutes } from './content/draft-routes.ts'
import { findingsRoutes } from './content/findings-routes.ts'
import { contentRoutes } from './content/routes.ts'
import { deliveriesRoutes } from './deliveries/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { learningRoutes } from './learning/routes.ts'
import { personMoneyRoutes } from './people/person-money.ts'
import { supportViewDeskRoutes } from './people/support-view.ts'
import { personAccountRoutes } from './people/account-routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { modelRoutes } from './model/routes.ts'
import { couponRoutes } from './money/coupon-routes.ts'
import { giftRoutes } from './money/gift-routes.ts'
import { organizationMoneyRoutes } from './money/organization-routes.ts'
import { moneyRoutes } from './money/routes.ts'

/** Every desk endpoint's handler; a missing one does not compile. One line for each section. */
export const deskHandlers: DeskHandlers<DeskEndpointName> = {
  ...auditRoutes,
  ...enrolmentRoutes,
  ...contentRoutes,
  ...draftRoutes,
  ...findingsRoutes,
  ...deliveriesRoutes,
  ...inboxRoutes,
  ...learningRoutes,
  ...peopleRoutes,
  ...personMoneyRoutes,
  ...personAccountRoutes,
  ...supportViewDeskRoutes,
  ...modelRoutes,
  ...couponRoutes,
  ...giftRoutes,
  ...moneyRoutes,
  ...organizationMoneyRoutes,
  ...oidcRoutes,
  ...signInRoutes,
  ...staffRoutes,
}
