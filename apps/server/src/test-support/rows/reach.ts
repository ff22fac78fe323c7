import type { Queryable } from '../../database/connect.ts'

export async function forgetReminderSettings(db: Queryable): Promise<void> {
  await db`delete from reminder_settings`
}

export async function setReminderZone(db: Queryable, userId: string, timeZone: string): Promise<void> {
  await db`update reminder_settings set time_zone = ${timeZone} where user_id = ${userId}`
}

/** The days (YYYY-MM-DD) for which a learner was reminded, in no order. */
export async function listReminderDays(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db<{ day: string }[]>`select day::text as day from reminders where user_id = ${userId}`
  return rows.map(({ day }) => day)
}

/** Adds users without a subscription who have the same reminder setting. */
export async function copyReminderSetting(db: Queryable, userId: string, copies: number): Promise<void> {
  await db`
    with added as (
      insert into users (id, email, username)
      select gen_random_uuid(), 'copy-' || number || '@kitewise.example', 'Copy' from generate_series(1, ${copies}::int) number
      returning id)
    insert into reminder_settings (user_id, by_mail, hour, time_zone, changed_at)
    select added.id, s.by_mail, s.hour, s.time_zone, s.changed_at from added, reminder_settings s where s.user_id = ${userId}`
}

export async function countUndecided(db: Queryable, day: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count from reminder_settings where decided_day is distinct from ${day}::date`
  return row?.count ?? 0
}

/** @param ago a PostgreSQL interval */
export async function ageReminders(db: Queryable, userId: string, ago: string): Promise<void> {
  await db`update reminders set sent_at = sent_at - ${ago}::interval where user_id = ${userId}`
}

/** Points a learner's browsers to another push service. */
export async function moveBrowsers(db: Queryable, userId: string, endpoint: string): Promise<void> {
  await db`update push_subscriptions set endpoint = ${endpoint} where user_id = ${userId}`
}

export function listFeedback(db: Queryable, userId: string): Promise<{ rating: number | null; message: string }[]> {
  return db<{ rating: number | null; message: string }[]>`
    select rating, message from feedback where user_id = ${userId} order by created_at, id`
}

/** As an hour later. */
export async function ageFeedback(db: Queryable, userId: string): Promise<void> {
  await db`update feedback set created_at = created_at - interval '1 hour' where user_id = ${userId}`
}
