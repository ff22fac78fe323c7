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
