import type { Queryable, Tx } from '../../database/connect.ts'

/** False when it was stored before. */
export async function insertWithdrawal(
  tx: Tx,
  { userId, subscriptionId, name }: { userId: string; subscriptionId: string; name: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    insert into withdrawals (user_id, subscription_id, name, declared_at)
    values (${userId}, ${subscriptionId}, ${name}, ${now})
    on conflict do nothing returning 1`
  return rows.length > 0
}

/** Unix seconds. */
export async function findDeclaration(db: Queryable, userId: string, subscriptionId: string): Promise<number | null> {
  const [row] = await db<{ declaredAt: number }[]>`
    select floor(extract(epoch from declared_at))::float8 as "declaredAt"
    from withdrawals where user_id = ${userId} and subscription_id = ${subscriptionId}`
  return row?.declaredAt ?? null
}

export type Unended = { userId: string; subscriptionId: string }

export function listUnended(db: Queryable): Promise<Unended[]> {
  return db<Unended[]>`
    select user_id as "userId", subscription_id as "subscriptionId"
    from withdrawals where ended_at is null order by declared_at limit 1000`
}

export async function markEnded(db: Queryable, { userId, subscriptionId }: Unended, now: Date): Promise<void> {
  await db`
    update withdrawals set ended_at = ${now} where user_id = ${userId} and subscription_id = ${subscriptionId}`
}
