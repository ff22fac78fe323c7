import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob, type JobPayloads } from '../../platform/add-job.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { cancelSubscription } from './change-subscription.ts'
import { findPayer } from './customers.sql.ts'
import { findSubscriptions, hasEnded, type ShownSubscription } from './subscriptions.sql.ts'

type Seats = { organizationId: string; userIds: readonly string[] }

/** Access that an organization's seats give until a moment: one row for each person. Idempotent. Reports of revenue leave it out. */
export async function saveSeatAccess(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { organizationId, userIds, until }: Seats & { until: Date },
): Promise<void> {
  await tx`
    insert into subscriptions (user_id, id, status, cancel_at_period_end, current_period_end, price_cents, currency,
      interval_unit, interval_count, organization_id)
    select seat.user_id, 'sub_seat' || md5(seat.user_id::text || ${organizationId}), 'active', true, ${until}::timestamptz, 0,
      ${config.plans[0]?.currency ?? 'usd'}, 'month', 1, ${organizationId}::uuid
    from unnest(${[...userIds]}::uuid[]) as seat (user_id)
    on conflict (organization_id, user_id) where organization_id is not null
    do update set status = 'active', current_period_end = excluded.current_period_end, ended_at = null,
      revision = subscriptions.revision + 1`
}

export async function endSeatAccess(tx: Tx, { organizationId, userIds }: Seats, now: Date): Promise<void> {
  await tx`
    update subscriptions set status = 'canceled', current_period_end = least(current_period_end, ${now}),
      ended_at = coalesce(ended_at, ${now}), revision = revision + 1
    where organization_id = ${organizationId} and user_id = any(${[...userIds]}::uuid[]) and status <> 'canceled'`
}

/** Orders that the learner's own plan isn't renewed, because a seat has been taken. */
export async function orderRenewalStop(tx: Tx, stop: JobPayloads['stop-own-renewal']): Promise<void> {
  await addJob(tx, 'stop-own-renewal', stop, { key: `stop-own-renewal:${stop.userId}` })
}

/** The plan that the learner pays for alone and that runs now, if there is one. */
export async function findOwnPlan(db: Queryable, userId: string): Promise<ShownSubscription | null> {
  const all = await findSubscriptions(db, userId)
  return all.find((one) => one.organization === null && one.provider !== null && !hasEnded(one)) ?? null
}

/** Job: stops the renewal once and says so. A learner who renews again afterwards keeps that. */
export async function stopOwnRenewal(
  context: Context,
  { userId, organization }: JobPayloads['stop-own-renewal'],
): Promise<void> {
  const own = await findOwnPlan(context.db, userId)
  if (!own || own.cancelAtPeriodEnd) return
  const stopped = await cancelSubscription(context, { userId, subscriptionId: own.id })
  if (!stopped.ok) return
  const payer = await findPayer(context.db, userId)
  if (!payer) return
  const words = mailWords(context.config, payer.language)
  await inTransaction(context.db, (tx) =>
    queueMail(tx, {
      to: payer.email,
      language: payer.language,
      userId,
      template: 'own_plan_ends',
      values: { organization, until: words.date(stopped.value.currentPeriodEnd) },
      dedupeKey: `own-plan-ends:${own.id}:${stopped.value.currentPeriodEnd}`,
    }),
  )
}
