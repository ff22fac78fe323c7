import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob, type JobPayloads } from '../../platform/add-job.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { cancelSubscription } from './change-subscription.ts'
import { findPayer } from './customers.sql.ts'
import { hasResumed } from './subscription-changes.sql.ts'
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

/** The crash of a process between the stop and its mail is found after this time. */
const mailLaterMs = 60_000

/**
 * Job: stops the renewal once and says so. A learner who renews again after the order keeps that. The mail is ordered before the
 * provider is asked, so that a crash can't lose it, and again afterwards, so that it needn't wait.
 */
export async function stopOwnRenewal(context: Context, stop: JobPayloads['stop-own-renewal']): Promise<void> {
  const { db, clock } = context
  const own = await findOwnPlan(db, stop.userId)
  if (!own || own.cancelAtPeriodEnd || (await hasResumed(db, own.id, new Date(stop.orderedAt)))) return
  const mail = { ...stop, subscriptionId: own.id }
  const key = `mail-own-plan-ends:${stop.stopId}`
  await addJob(db, 'mail-own-plan-ends', mail, { key, runAt: new Date(clock().getTime() + mailLaterMs) })
  const stopped = await cancelSubscription(context, { userId: stop.userId, subscriptionId: own.id })
  if (stopped.ok) await addJob(db, 'mail-own-plan-ends', mail, { key })
}

/** Job: names the end of a plan whose renewal was stopped. */
export async function mailOwnPlanEnds(context: Context, stop: JobPayloads['mail-own-plan-ends']): Promise<void> {
  const { userId, organization, stopId, subscriptionId } = stop
  const own = await findOwnPlan(context.db, userId)
  const payer = await findPayer(context.db, userId)
  if (!payer || own?.id !== subscriptionId || !own.cancelAtPeriodEnd) return
  const words = mailWords(context.config, payer.language)
  await inTransaction(context.db, (tx) =>
    queueMail(tx, {
      to: payer.email,
      language: payer.language,
      userId,
      template: 'own_plan_ends',
      values: { organization, until: words.date(own.currentPeriodEnd) },
      dedupeKey: `own-plan-ends:${own.id}:${stopId}`,
    }),
  )
}
