import type { Context } from '../../context.ts'
import { deleteOldMails, deleteOldMailboxMails } from './queries.ts'

const keptDays = 30
/** A key stays used for longer than any subscription's period, so that nothing is told twice. */
const keyedKeptDays = 400

/** Removes mails that are done with. Their texts are not kept anyway. */
export const purgeMails = async ({ db }: Context): Promise<void> => {
  await deleteOldMails(db, keptDays, keyedKeptDays)
  await deleteOldMailboxMails(db, keptDays)
}
