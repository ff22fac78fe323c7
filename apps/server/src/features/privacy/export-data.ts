import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import { type Column, type ExportRow, listOwnColumns, readRows } from './export.sql.ts'

const ownAddress = '(select email from users where id = $1::uuid)'
const ownCustomers = `user_id = $1::uuid or (user_id is null and email = ${ownAddress})`
const ownRegistrations = `(select id from registrations where email = ${ownAddress})`
const ownOnboardings = `(select onboarding_id from registrations where email = ${ownAddress})`

/** `users`, and tables tied to an address rather than to a `user_id`. */
const conditions: Record<string, string> = {
  users: 'id = $1::uuid',
  customers: ownCustomers,
  checkouts: `customer_id in (select id from customers where ${ownCustomers})`,
  registrations: `email = ${ownAddress}`,
  onboardings: `id in ${ownOnboardings}`,
  onboarding_evaluations: `onboarding_id in ${ownOnboardings}`,
  consents: `user_id = $1::uuid or registration_id in ${ownRegistrations}`,
  inbox_entries: `item_id in (select id from inbox_items where user_id = $1::uuid or email = ${ownAddress})`,
  inbox_items: `user_id = $1::uuid or email = ${ownAddress}`,
  organization_invitations: `email = ${ownAddress}`,
  outgoing_mails: `user_id = $1::uuid or to_address = ${ownAddress}`,
}

/** Hashes, tokens and keys say nothing about a person, and would help a thief of the file. */
export function isSecret({ column, type }: Pick<Column, 'column' | 'type'>): boolean {
  return type === 'bytea' || /(^|_)(hash|token|secret|key)$/.test(column)
}

/** Lists tables from the database's catalog, so that none with a `user_id` is forgotten. Without secrets. */
export async function exportData({ db }: Context, userId: string): Promise<Answer<'exportData'>['data']> {
  const columnsOf = new Map<string, string[]>()
  for (const column of await listOwnColumns(db, Object.keys(conditions)))
    if (!isSecret(column)) columnsOf.set(column.table, [...(columnsOf.get(column.table) ?? []), column.column])
  const records: Record<string, ExportRow[]> = {}
  for (const [table, columns] of columnsOf) {
    const condition = conditions[table] ?? 'user_id = $1::uuid'
    records[table] = await readRows(db, table, columns, { condition, userId })
  }
  return { exportedAt: new Date().toISOString(), records }
}
