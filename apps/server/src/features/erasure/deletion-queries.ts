import type { Queryable, Tx } from '../../database/connect.ts'

export type Leaver = { email: string; language: string; restorableUntil: Date }

/** Deactivates an account, by the database's clock; null when it is not active. */
export const deactivate = async (tx: Tx, userId: string, graceDays: number): Promise<Leaver | null> => {
  const [row] = await tx<Leaver[]>`
    update users set deactivated_at = now() where id = ${userId} and deactivated_at is null
    returning email, lang as language, deactivated_at + make_interval(days => ${graceDays}) as "restorableUntil"`
  return row ?? null
}

/** Notes that billing is to be ended. Noted again, what was bought since is meant too. */
export const requestBillingClosing = async (tx: Tx, userId: string): Promise<void> => {
  await tx`
    insert into billing_closings (user_id) values (${userId})
    on conflict (user_id) do update set requested_at = now()`
}

/** Ends the links that were mailed to an account. */
export const deleteTokens = async (db: Queryable, userId: string): Promise<void> => {
  await db`delete from one_time_tokens where user_id = ${userId}`
}
