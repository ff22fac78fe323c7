import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

export type ReminderSetting = {
  byMail: boolean
  hour: number
  timeZone: string
  quietDay: string | null
  /** How often hour or time zone have changed. */
  timeChanges: number
}

/** Null when the learner has never chosen, or while the account is deleted or blocked. */
export async function findSetting(db: Queryable, userId: string): Promise<ReminderSetting | null> {
  const [row] = await db<ReminderSetting[]>`
    select s.by_mail as "byMail", s.hour, s.time_zone as "timeZone", s.quiet_day::text as "quietDay",
      s.time_changes as "timeChanges"
    from reminder_settings s join users u on u.id = s.user_id
    where s.user_id = ${userId} and u.deactivated_at is null and u.blocked_at is null`
  return row ?? null
}

type NewSetting = { userId: string; byMail: boolean; hour: number; timeZone: string | null; at: Date }

/** Without a time zone, keeps the stored one, else UTC. Paused reminders start again. */
export async function saveSetting(db: Queryable, setting: NewSetting): Promise<void> {
  const { userId, byMail, hour, timeZone, at } = setting
  await db`
    insert into reminder_settings as kept (user_id, by_mail, hour, time_zone, changed_at, time_changes)
    values (${userId}, ${byMail}, ${hour}, coalesce(${timeZone}, 'UTC'), ${at}, 1)
    on conflict (user_id) do update set by_mail = excluded.by_mail, hour = excluded.hour,
      time_zone = coalesce(${timeZone}, kept.time_zone), changed_at = excluded.changed_at, quiet_day = null,
      time_changes = kept.time_changes
        + ((kept.hour, kept.time_zone) <> (excluded.hour, coalesce(${timeZone}, kept.time_zone)))::integer`
}

export async function moveSetting(db: Queryable, userId: string, timeZone: string): Promise<void> {
  await db`
    update reminder_settings set time_zone = ${timeZone}, time_changes = time_changes + 1
    where user_id = ${userId} and time_zone <> ${timeZone}`
}

/** The row stays: the learner has made a choice. */
export async function turnAllOff(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`update reminder_settings set by_mail = false, changed_at = ${at} where user_id = ${userId}`
  await tx`delete from push_subscriptions where user_id = ${userId}`
}

/** Each hour and time zone that some learner has chosen. Steps from one to the next in the index, past all who share it. */
export function listHours(db: Queryable): Promise<{ timeZone: string; hour: number }[]> {
  return db<{ timeZone: string; hour: number }[]>`
    with recursive chosen as (
      (select time_zone, hour from reminder_settings order by time_zone, hour limit 1)
      union all
      select next.time_zone, next.hour from chosen cross join lateral (
        select s.time_zone, s.hour from reminder_settings s
        where (s.time_zone, s.hour) > (chosen.time_zone, chosen.hour) order by s.time_zone, s.hour limit 1) as next)
    select time_zone as "timeZone", hour from chosen`
}

export type DueHour = { timeZone: string; hour: number; day: string; minutesLate: number }

/** Where a batch ends, in the order of the index. */
export type Cursor = { decidedDay: string; userId: string }

export type ClaimedSetting = Cursor & { quietDay: string | null; changedAt: Date; isWanted: boolean }

/**
 * Locks the next learners whose day isn't decided yet. Skips those whom another instance decides on. An hour chosen after it had
 * passed starts tomorrow.
 */
export function claimSettings(
  tx: Tx,
  due: DueHour,
  { now, after, limit }: { now: Date; after: Cursor; limit: number },
): Promise<ClaimedSetting[]> {
  return tx<ClaimedSetting[]>`
    select user_id as "userId", coalesce(decided_day, '-infinity')::text as "decidedDay", quiet_day::text as "quietDay",
      changed_at as "changedAt", changed_at <= ${now}::timestamptz - make_interval(mins => ${due.minutesLate}) as "isWanted"
    from reminder_settings
    where time_zone = ${due.timeZone} and hour = ${due.hour} and coalesce(decided_day, '-infinity') < ${due.day}::date
      and (coalesce(decided_day, '-infinity'), user_id) > (${after.decidedDay}::date, ${after.userId}::uuid)
    order by coalesce(decided_day, '-infinity'), user_id limit ${limit}
    for update skip locked`
}

export type Reachable = {
  userId: string
  email: string
  language: string
  byMail: boolean
  /** Oldest first. */
  subscriptionIds: string[]
  /** Milliseconds since 1970. */
  lastMailAt: number | null
  lastPushAt: number | null
  /** YYYY-MM-DD in the learner's calendar. */
  lastLearnedDay: string | null
  unansweredDays: number
}

/** Of these learners, those with an account that isn't blocked and a channel. */
export function listReachable(tx: Tx, userIds: readonly string[]): Promise<Reachable[]> {
  return tx<Reachable[]>`
    select s.user_id as "userId", u.email, u.lang as language, s.by_mail as "byMail", p.ids as "subscriptionIds",
      r.last_mail_at as "lastMailAt", r.last_push_at as "lastPushAt", l.day::text as "lastLearnedDay",
      r.unanswered as "unansweredDays"
    from reminder_settings s
      join users u on u.id = s.user_id and u.deactivated_at is null and u.blocked_at is null
      cross join lateral (
        select coalesce(array_agg(b.id::text order by b.created_at), '{}') as ids
        from push_subscriptions b where b.user_id = s.user_id) as p
      cross join lateral (select max(d.day) as day from learned_days d where d.user_id = s.user_id) as l
      cross join lateral (
        select (extract(epoch from max(m.sent_at) filter (where m.channel = 'mail')) * 1000)::float8 as last_mail_at,
          (extract(epoch from max(m.sent_at) filter (where m.channel = 'push')) * 1000)::float8 as last_push_at,
          count(distinct m.day) filter (where m.sent_at > s.changed_at and m.day > coalesce(l.day, '-infinity'))::int
            as unanswered
        from reminders m where m.user_id = s.user_id) as r
    where s.user_id = any(${[...userIds]}::uuid[]) and (s.by_mail or p.ids <> '{}')`
}

export type Channel = 'mail' | 'push'
export type NewReminder = { userId: string; channel: Channel }

/** Returns those that are new for that day. */
export function addReminders(
  tx: Tx,
  reminders: readonly NewReminder[],
  { day, at }: { day: string; at: Date },
): Promise<NewReminder[]> {
  return tx<NewReminder[]>`
    insert into reminders (user_id, day, channel, sent_at)
    select user_id, ${day}::date, channel, ${at}::timestamptz
    from unnest(${reminders.map(({ userId }) => userId)}::uuid[], ${reminders.map(({ channel }) => channel)}::text[])
      as wanted (user_id, channel)
    on conflict do nothing returning user_id as "userId", channel`
}

/** `quietUserIds`: those whose reminders pause with this one. */
export async function markDecided(
  tx: Tx,
  { userIds, quietUserIds, day }: { userIds: readonly string[]; quietUserIds: readonly string[]; day: string },
): Promise<void> {
  await tx`
    update reminder_settings set decided_day = ${day}::date,
      quiet_day = case when user_id = any(${[...quietUserIds]}::uuid[]) then ${day}::date else quiet_day end
    where user_id = any(${[...userIds]}::uuid[])`
}

export async function findLastOrdered(db: Queryable, userId: string, channel: Channel): Promise<Date | null> {
  const [row] = await db<{ sentAt: Date }[]>`
    select sent_at as "sentAt" from reminders where user_id = ${userId} and channel = ${channel} order by sent_at desc limit 1`
  return row?.sentAt ?? null
}

export async function deleteOldReminders(db: Queryable, days: number): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from reminders where ctid = any(array(
        select ctid from reminders where sent_at < now() - make_interval(days => ${days})
        order by sent_at limit ${limit} for update skip locked))`,
  )
}
