import type { Tx } from '../../database/connect.ts'

/** The address and PIN that a sign-in has proven. A sign-in counts only while the account still has both. */
type Proven = { id: string; email: string; pinHash: string | null }

/** Takes a deletion back that is younger than `graceDays`, by the database's clock; false when there is none. */
export const reactivate = async (tx: Tx, { id, email, pinHash }: Proven, graceDays: number): Promise<boolean> => {
  const rows = await tx`
    update users set deactivated_at = null
    where id = ${id} and email = ${email} and pin_hash = ${pinHash}
      and deactivated_at > now() - make_interval(days => ${graceDays})
    returning id`
  return rows.length > 0
}

/** Whether the account is active; it, its address and its PIN then stay until the transaction ends. */
export const holdActive = async (tx: Tx, { id, email, pinHash }: Proven): Promise<boolean> => {
  const rows = await tx`
    select 1 from users
    where id = ${id} and email = ${email} and pin_hash = ${pinHash} and deactivated_at is null for share`
  return rows.length > 0
}
