import type { Context } from '../../context.ts'
import { endAtOnce } from '../billing/end-at-once.ts'
import { listUnended, markEnded } from './queries.ts'

/**
 * Ends the subscriptions that learners have withdrawn from. An order stays until the provider has confirmed it.
 * @throws when the provider did not answer to some of them
 */
export const endWithdrawnContracts = async (context: Context): Promise<void> => {
  const failures: unknown[] = []
  for (const contract of await listUnended(context.db))
    try {
      await endAtOnce(context, contract)
      await markEnded(context.db, contract, context.clock())
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} withdrawn contracts still run`)
}
