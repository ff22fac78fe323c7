import { deletionGraceDays } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { eraseAccount } from './erase-account.ts'
import { deleteOldProof, listDueAccounts } from './erasure-queries.ts'

/** Claims end with the third year after the one they arose in; four years cover that. */
const proofDays = 4 * 366

/**
 * Erases every account whose grace is over. Several instances at once, or one that dies in the middle, erase each account once.
 * @throws when some could not be erased; the others are
 */
export const purgeAccounts = async (context: Context): Promise<void> => {
  const { db, log } = context
  const failures: unknown[] = []
  let erased = 0
  for (const userId of await listDueAccounts(db, deletionGraceDays)) {
    try {
      if (await eraseAccount(context, userId)) erased += 1
    } catch (error) {
      failures.push(error)
    }
  }
  await deleteOldProof(db, proofDays)
  if (erased > 0) log.info({ erased }, 'accounts erased')
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be erased`)
}
