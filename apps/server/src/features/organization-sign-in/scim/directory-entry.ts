import type { Tx } from '../../../database/connect.ts'
import { attachScimUser } from './scim-users.sql.ts'

/** The directory's entry with one of these addresses belongs to this learner from now on. */
export function linkDirectoryEntry(
  tx: Tx,
  person: { organizationId: string; userId: string; emails: readonly string[] },
): Promise<void> {
  return attachScimUser(tx, person)
}
