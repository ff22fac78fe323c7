import type { Queryable, Tx } from '../../database/connect.ts'

/** The people and the company that would owe a contract: IDs of users, and names as `companyKeys` writes them. */
export type CreditHolders = { userIds: readonly string[]; companies: readonly string[] }

/** Everybody who may buy in the organization's name. */
export async function listBuyers(db: Queryable, organizationId: string): Promise<string[]> {
  const rows = await db<{ userId: string }[]>`
    select user_id as "userId" from organization_members
    where organization_id = ${organizationId} and role in ('owner', 'billing') order by user_id`
  return rows.map(({ userId }) => userId)
}

/** Serializes what is decided about the same holders until the transaction ends. Sorted, to avoid deadlocks. */
export async function lockHolders(tx: Tx, { userIds, companies }: CreditHolders): Promise<void> {
  for (const key of [...userIds, ...companies].toSorted())
    await tx`select pg_advisory_xact_lock(hashtextextended(${`credit:${key}`}, 0))`
}

/**
 * Whether one of them uses seats of another contract that aren't paid. Of the same organization, one that was never begun at the
 * provider isn't another one: only one of them can run.
 */
export async function hasUnpaidSeats(
  db: Queryable,
  { userIds, companies }: CreditHolders,
  { organizationId, contractId }: { organizationId: string; contractId: string | null },
): Promise<boolean> {
  const rows = await db`
    select 1 from organization_contracts c
    where not c.is_settled and (c.paid_seats > 0 or c.credit_seats > 0) and c.id is distinct from ${contractId}::uuid
      and (c.organization_id <> ${organizationId} or c.state <> 'pending')
      and exists (select 1 from organization_credit_holders h where h.contract_id = c.id
        and (h.user_id = any(${[...userIds]}::uuid[]) or h.company = any(${[...companies]}::text[])))
    limit 1`
  return rows.length > 0
}

export async function saveHolders(tx: Tx, contractId: string, { userIds, companies }: CreditHolders): Promise<void> {
  await tx`
    insert into organization_credit_holders (contract_id, user_id, company)
    select ${contractId}::uuid, id, null from unnest(${[...userIds]}::uuid[]) as id
    union all select ${contractId}::uuid, null, key from unnest(${[...companies]}::text[]) as key
    on conflict do nothing`
}

export async function saveCredit(tx: Tx, contractId: string, creditSeats: number): Promise<void> {
  await tx`update organization_contracts set credit_seats = ${creditSeats} where id = ${contractId}`
}
