import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/connect.ts'
import { findSubscriptions, hasEnded, saveSubscription } from './subscriptions.sql.ts'

/** One per learner, so that a repeated grant moves its end. */
export function grantIdOf(userId: string): string {
  return `sub_grant${userId.replaceAll('-', '')}`
}

/** Longer access is a plan, or a mistake in the year. */
const longestDays = 400

/** The last moment of a day (YYYY-MM-DD, UTC), or null if that's more than 400 days ahead. A past day ends access. */
export function readGrantEnd({ clock }: Pick<Context, 'clock'>, day: string): Date | null {
  const until = new Date(`${day}T23:59:59Z`)
  return until.getTime() - clock().getTime() > longestDays * 86_400_000 ? null : until
}

/** Until when access without a payment is granted beyond a moment; null if it isn't. */
export async function findLongerGrant(db: Queryable, userId: string, until: Date): Promise<Date | null> {
  const [grant] = await findSubscriptions(db, userId, grantIdOf(userId))
  const end = grant && !hasEnded(grant) ? new Date(grant.currentPeriodEnd * 1000) : null
  return end !== null && end > until ? end : null
}

/** How many days a grant adds to the access without a payment that there is; none if it ends earlier. */
export async function countGrantedDays(
  { db, clock }: { db: Queryable; clock: Context['clock'] },
  userId: string,
  until: Date,
): Promise<number> {
  const now = clock()
  const from = (await findLongerGrant(db, userId, now)) ?? now
  return Math.max(0, Math.ceil((until.getTime() - from.getTime()) / 86_400_000))
}

/** Access without a payment until a moment; a past one ends it. Idempotent. Reports of revenue leave it out. */
export async function grantAccess(
  { db, config }: { db: Queryable; config: Context['config'] },
  userId: string,
  until: Date,
): Promise<void> {
  await saveSubscription(db, userId, {
    id: grantIdOf(userId),
    status: 'active',
    cancelAtPeriodEnd: true,
    currentPeriodEnd: Math.floor(until.getTime() / 1000),
    pastDueSince: null,
    priceCents: 0,
    currency: config.plans[0]?.currency ?? 'usd',
    intervalUnit: 'month',
    intervalCount: 1,
  })
}
