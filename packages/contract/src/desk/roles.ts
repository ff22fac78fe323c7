/** What staff may do. An endpoint of the desk names one of these. */
export const permissions = [
  'people.read',
  'people.act',
  'people.erase',
  'money.read',
  'money.refund',
  'plans.change',
  'gifts',
  'coupons',
  'inbox',
  'deliveries',
  'learning.read',
  'model.read',
  'model.switch',
  'content.read',
  'staff.manage',
  'audit.read',
] as const

export type Permission = (typeof permissions)[number]

export const roles = ['support', 'content', 'finance', 'owner'] as const

export type Role = (typeof roles)[number]

/** The only place that says which role may do what; the server and the desk's screens both read it. */
const permissionsOfRole: Record<Role, readonly Permission[]> = {
  support: ['people.read', 'people.act', 'money.refund', 'plans.change', 'inbox', 'deliveries', 'learning.read'],
  content: ['learning.read', 'content.read', 'model.read'],
  finance: ['people.read', 'money.read', 'money.refund', 'plans.change', 'gifts', 'coupons', 'inbox'],
  owner: permissions,
}

/**
 * What a role may refund, in minor units of the payment's currency: with one action, and with all of a member of staff's in a day of
 * UTC. Each currency counts by itself. Null is no limit.
 */
const refundLimits: Record<Role, { action: number; day: number } | null> = {
  support: { action: 10_000, day: 30_000 },
  content: { action: 0, day: 0 },
  finance: { action: 100_000, day: 500_000 },
  owner: null,
}

export function refundLimitOf(role: Role): { action: number; day: number } | null {
  return refundLimits[role]
}

/**
 * How many days of access without a payment a role may give with one action, and in a day of UTC. Access is money: a day counts as one
 * unit of a currency, about what a day of the monthly plan costs, against the same limits as refunds.
 */
export function accessLimitOf(role: Role): { action: number; day: number } | null {
  const limit = refundLimits[role]
  return limit && { action: limit.action / 100, day: limit.day / 100 }
}

export function mayDo(role: Role, permission: Permission): boolean {
  return permissionsOfRole[role].includes(permission)
}
