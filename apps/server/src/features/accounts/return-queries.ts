import type { Tx } from '../../database/connect.ts'

/** Takes a deletion back that is younger than `graceDays`, by the database's clock; false when there is none. */
export const reactivate = async (tx: Tx, userId: string, graceDays: number): Promise<boolean> => {
  const rows = await tx`
    update users set deactivated_at = null
    where id = ${userId} and deactivated_at > now() - make_interval(days => ${graceDays})
    returning id`
  return rows.length > 0
}

/** Whether the account is active; it then stays until the transaction ends. */
export const holdActive = async (tx: Tx, userId: string): Promise<boolean> => {
  const rows = await tx`select 1 from users where id = ${userId} and deactivated_at is null for key share`
  return rows.length > 0
}
