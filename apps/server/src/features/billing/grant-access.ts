import type { Context } from '../../context.ts'
import { saveSubscription } from './subscriptions.sql.ts'

/** One per learner, so that a repeated grant moves its end. */
function grantIdOf(userId: string): string {
  return `sub_grant${userId.replaceAll('-', '')}`
}

/** Access without a payment until a moment; a past one ends it. Idempotent. Reports of revenue leave it out. */
export async function grantAccess({ db, config }: Context, userId: string, until: Date): Promise<void> {
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
