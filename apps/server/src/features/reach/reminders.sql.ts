import type { Queryable, Tx } from '../../database/connect.ts'

export type ReminderSetting = { byMail: boolean; hour: number; timeZone: string; quietDay: string | null }

/** Null when the learner has never chosen. */
export async function findSetting(db: Queryable, userId: string): Promise<ReminderSetting | null> {
  const [row] = await db<ReminderSetting[]>`
    select by_mail as "byMail", hour, time_zone as "timeZone", quiet_day::text as "quietDay"
    from reminder_settings where user_id = ${userId}`
  return row ?? null
}

type NewSetting = { userId: string; byMail: boolean; hour: number; timeZone: string | null; at: Date }

/** Without a time zone, keeps the stored one, else UTC. Paused reminders start again. */
export async function saveSetting(db: Queryable, setting: NewSetting): Promise<void> {
  const { userId, byMail, hour, timeZone, at } = setting
  await db`
    insert into reminder_settings as kept (user_id, by_mail, hour, time_zone, changed_at)
    values (${userId}, ${byMail}, ${hour}, coalesce(${timeZone}, 'UTC'), ${at})
    on conflict (user_id) do update set by_mail = excluded.by_mail, hour = excluded.hour,
      time_zone = coalesce(${timeZone}, kept.time_zone), changed_at = excluded.changed_at, quiet_day = null`
}

export async function moveSetting(db: Queryable, userId: string, timeZone: string): Promise<void> {
  await db`
    update reminder_settings set time_zone = ${timeZone} where user_id = ${userId} and time_zone <> ${timeZone}`
}

/** The row stays: the learner has made a choice. */
export async function turnAllOff(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx`update reminder_settings set by_mail = false, changed_at = ${at} where user_id = ${userId}`
  await tx`delete from push_subscriptions where user_id = ${userId}`
}

export function listHours(db: Queryable): Promise<{ timeZone: string; hour: number }[]> {
  return db<{ timeZone: string; hour: number }[]>`
    select distinct time_zone as "timeZone", hour from reminder_settings`
}

export type DueHour = { timeZone: string; hour: number; day: string; minutesLate: number }
export type Candidate = { userId: string; timeZone: string; language: string; day: string; quietDay: string | null }

/** Learners whose day is not decided yet. An hour chosen after it had passed starts tomorrow. */
export function listCandidates(db: Queryable, due: readonly DueHour[], now: Date, limit: number): Promise<Candidate[]> {
  return db<Candidate[]>`
    select s.user_id as "userId", s.time_zone as "timeZone", u.lang as language, due.day, s.quiet_day::text as "quietDay"
    from unnest(${due.map(({ timeZone }) => timeZone)}::text[], ${due.map(({ hour }) => hour)}::int[],
      ${due.map(({ day }) => day)}::text[], ${due.map(({ minutesLate }) => minutesLate)}::int[])
      as due (time_zone, hour, day, minutes_late)
    join reminder_settings s on s.time_zone = due.time_zone and s.hour = due.hour
    join users u on u.id = s.user_id
    where s.decided_day is distinct from due.day::date
      and s.changed_at <= ${now}::timestamptz - make_interval(mins => due.minutes_late)
      and (s.by_mail or exists (select 1 from push_subscriptions p where p.user_id = s.user_id))
      and u.deactivated_at is null
    order by s.user_id limit ${limit}`
}

/** False when already claimed. Concurrent claims wait for the transaction. */
export async function claimDay(tx: Tx, userId: string, day: string): Promise<boolean> {
  const rows = await tx`
    update reminder_settings set decided_day = ${day} where user_id = ${userId} and decided_day is distinct from ${day}::date
    returning 1 as done`
  return rows.length > 0
}

type Wishes = { byMail: boolean; email: string; subscriptionIds: string[] }

export async function readWishes(tx: Tx, userId: string): Promise<Wishes | null> {
  const [row] = await tx<Wishes[]>`
    select s.by_mail as "byMail", u.email,
      array(select p.id::text from push_subscriptions p where p.user_id = s.user_id order by p.created_at) as "subscriptionIds"
    from reminder_settings s join users u on u.id = s.user_id where s.user_id = ${userId}`
  return row ?? null
}

export type Channel = 'mail' | 'push'

/** False when there was one for that day, or within `hoursBetween`, which a change of time zone can't shorten. */
export async function addReminder(
  tx: Tx,
  reminder: { userId: string; day: string; channel: Channel; at: Date; hoursBetween: number },
): Promise<boolean> {
  const { userId, day, channel, at, hoursBetween } = reminder
  const rows = await tx`
    insert into reminders (user_id, day, channel, sent_at)
    select ${userId}::uuid, ${day}::date, ${channel}, ${at}::timestamptz
    where not exists (select 1 from reminders where user_id = ${userId} and channel = ${channel}
      and sent_at > ${at}::timestamptz - make_interval(hours => ${hoursBetween}))
    on conflict do nothing returning 1 as done`
  return rows.length > 0
}

/** Days with a reminder since both the last day of learning and the last change of the setting. */
export async function countUnanswered(tx: Tx, userId: string, lastLearnedDay: string | null): Promise<number> {
  const [row] = await tx<{ days: number }[]>`
    select count(distinct r.day)::int as days from reminders r join reminder_settings s using (user_id)
    where r.user_id = ${userId} and r.sent_at > s.changed_at and r.day > coalesce(${lastLearnedDay}::date, '-infinity')`
  return row?.days ?? 0
}

export async function markQuiet(tx: Tx, userId: string, day: string): Promise<void> {
  await tx`update reminder_settings set quiet_day = ${day} where user_id = ${userId}`
}

export async function findLastOrdered(db: Queryable, userId: string, channel: Channel): Promise<Date | null> {
  const [row] = await db<{ sentAt: Date }[]>`
    select sent_at as "sentAt" from reminders where user_id = ${userId} and channel = ${channel} order by sent_at desc limit 1`
  return row?.sentAt ?? null
}

export async function deleteOldReminders(db: Queryable, days: number): Promise<void> {
  await db`delete from reminders where sent_at < now() - make_interval(days => ${days})`
}
