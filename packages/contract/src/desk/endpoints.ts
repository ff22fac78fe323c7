import type { z } from 'zod'
import { accessEndpoints } from './access.ts'
import { contentEndpoints } from './content.ts'
import { couponEndpoints } from './coupons.ts'
import { deliveriesEndpoints } from './deliveries.ts'
import { giftEndpoints } from './gifts.ts'
import { inboxEndpoints } from './inbox.ts'
import { learningEndpoints } from './learning.ts'
import { peopleEndpoints } from './people.ts'
import { personMoneyEndpoints } from './person-money.ts'
import { personAccountEndpoints } from './person-account.ts'
import { modelEndpoints } from './model.ts'
import { moneyEndpoints } from './money.ts'
import { organizationMoneyEndpoints } from './organizations.ts'
import { staffEndpoints } from './staff.ts'

export { couponDurations, couponStates } from './coupons.ts'
export { giftStates } from './gifts.ts'
export { type TranslationState, translationStates } from './content.ts'
export { type LearningTable, learningTables } from './learning.ts'
export { modelTroubles } from './model.ts'
export { type MoneyTable, noName } from './money.ts'
export { organizationStates } from './organizations.ts'
export { type AuditFacts, type AuditKind, auditKinds, type DeskEndpoint } from './desk-endpoint.ts'
export { jobStates, mailStates } from './deliveries.ts'
export { answerTemplates, inboxKinds, inboxStates } from './inbox.ts'
export { accessLimitOf, mayDo, type Permission, refundLimitOf, type Role, roles } from './roles.ts'
export { pageSize } from './table.ts'

/** Every endpoint under /api/desk. One line for each section. */
export const deskEndpoints = {
  ...accessEndpoints,
  ...contentEndpoints,
  ...couponEndpoints,
  ...deliveriesEndpoints,
  ...giftEndpoints,
  ...inboxEndpoints,
  ...learningEndpoints,
  ...peopleEndpoints,
  ...personMoneyEndpoints,
  ...personAccountEndpoints,
  ...modelEndpoints,
  ...moneyEndpoints,
  ...organizationMoneyEndpoints,
  ...staffEndpoints,
}

export type DeskEndpoints = typeof deskEndpoints
export type DeskEndpointName = keyof DeskEndpoints

/** What a handler receives. */
export type DeskInput<N extends DeskEndpointName> = {
  params: z.output<DeskEndpoints[N]['params']>
  query: z.output<DeskEndpoints[N]['query']>
  body: DeskEndpoints[N]['body'] extends z.ZodType ? z.output<DeskEndpoints[N]['body']> : null
}

/** What a client sends. */
export type DeskRequestInput<N extends DeskEndpointName> = {
  params: z.input<DeskEndpoints[N]['params']>
  query: z.input<DeskEndpoints[N]['query']>
  body: DeskEndpoints[N]['body'] extends z.ZodType ? z.input<DeskEndpoints[N]['body']> : undefined
}

/** What a handler returns and a client receives. */
export type DeskAnswer<N extends DeskEndpointName> = z.output<DeskEndpoints[N]['answer']>
