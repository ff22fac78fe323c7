import type { SeatsBeforePayment } from '@kitewise/contract/seat-entities'
import { companyKeys, mostUnpaidSeats, unpaidAllowance } from '@kitewise/rules/before-payment'
import type { Queryable, Tx } from '../../database/connect.ts'
import { type CreditHolders, hasUnpaidSeats, listBuyers, lockHolders, saveCredit, saveHolders } from './credit.sql.ts'
import { findOrganization } from './organizations.sql.ts'

type Asked = {
  organizationId: string
  /** The contract that is asked about, which isn't counted as another one. */
  contractId: string | null
}

/** How many seats of an invoice can be used before it is paid, and why not more. */
export async function findAllowance(db: Queryable, asked: Asked): Promise<SeatsBeforePayment> {
  const { holders, isDomainProved } = await findHolders(db, asked.organizationId)
  const owesSeats = await hasUnpaidSeats(db, holders, asked)
  const seats = unpaidAllowance({ kind: 'seats', wanted: mostUnpaidSeats, isDomainProved, owesSeats })
  return { seats, reason: owesSeats ? 'unpaid_invoice' : isDomainProved ? 'domain_proved' : 'no_domain' }
}

/**
 * Decides how many of a contract's seats may be used before they are paid, and remembers who owes them. Of several contracts of the
 * same people or company at one moment, one gets some.
 */
export async function grantCredit(
  tx: Tx,
  { contractId, organizationId }: Asked & { contractId: string },
): Promise<void> {
  const { holders } = await findHolders(tx, organizationId)
  await lockHolders(tx, holders)
  const { seats } = await findAllowance(tx, { organizationId, contractId })
  await saveHolders(tx, contractId, holders)
  await saveCredit(tx, contractId, seats)
}

const findHolders = async (
  db: Queryable,
  organizationId: string,
): Promise<{ holders: CreditHolders; isDomainProved: boolean }> => {
  const organization = await findOrganization(db, organizationId)
  if (!organization) throw new Error('an organization that buys was not found')
  const holders = { userIds: await listBuyers(db, organizationId), companies: companyKeys(organization) }
  return { holders, isDomainProved: organization.domains.length > 0 }
}
