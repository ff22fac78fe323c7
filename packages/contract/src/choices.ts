/** What a learner chooses from. Without schemas, so that the web app can list it without the schema library. */

/** Lines of work for which a learner can choose a matching order of lessons, in the order they are offered. */
export const linesOfWork = ['shop', 'office', 'school', 'care', 'trades', 'jobSearch'] as const
export type LineOfWork = (typeof linesOfWork)[number]

/** Minutes a day. */
export const dailyGoals = [5, 10, 15, 20] as const
export type DailyGoal = (typeof dailyGoals)[number]

/** What a support request is about. */
export const supportTopics = ['question', 'refund', 'privacy'] as const
export type SupportTopic = (typeof supportTopics)[number]

/** Rows on a page of an organization's people, invitations, log or deliveries. */
export const organizationPageSize = 50

/** owner: everything; manager: the people of their own groups; billing: seats, contract and invoices; member: learns. */
export const organizationRoles = ['owner', 'manager', 'billing', 'member'] as const

/** What a key of the public API may do. */
export const apiScopes = ['people:read', 'progress:read', 'people:write'] as const

/** A key works for at most two years. */
export const longestKeyDays = 730
