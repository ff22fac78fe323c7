import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { turnAllOff } from './queries.ts'

/** Ends every reminder of a learner, mails and notifications. Again it changes nothing, and so for an account that has gone. */
export const stopReminders = ({ db, clock }: Context, userId: string): Promise<void> =>
  inTransaction(db, (tx) => turnAllOff(tx, userId, clock()))
