import type { Queryable, Tx } from '../../database/connect.ts'

/** False also while the account is deleted or blocked, which changes no consent. */
export async function findMarketingConsent(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db<{ isGiven: boolean }[]>`
    select marketing_consent as "isGiven" from users
    where id = ${userId} and deactivated_at is null and blocked_at is null`
  return row?.isGiven ?? false
}

/** Returns the learner's language; null when nothing changes or the learner doesn't exist. */
export async function changeMarketingConsent(tx: Tx, userId: string, isGiven: boolean): Promise<string | null> {
  const [row] = await tx<{ language: string }[]>`
    update users set marketing_consent = ${isGiven} where id = ${userId} and marketing_consent <> ${isGiven}
    returning lang as language`
  return row?.language ?? null
}

/** Null without consent and for a blocked account; otherwise both are locked until the transaction ends. */
export async function holdMarketingReceiver(
  tx: Tx,
  userId: string,
): Promise<{ email: string; language: string } | null> {
  const [row] = await tx<{ email: string; language: string }[]>`
    select email, lang as language from users
    where id = ${userId} and marketing_consent and deactivated_at is null and blocked_at is null
    for share`
  return row ?? null
}
