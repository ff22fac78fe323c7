import { deletionGraceDays } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { holdActive, reactivate } from './return-queries.ts'
import type { LoginUser } from './user.ts'

/**
 * Holds an account for somebody who has just signed in, and undoes its deletion where it was deleted less than 28 days ago. The erasure
 * changes the same row, so that exactly one of them comes first.
 * @returns whether it was deleted; `gone` when it cannot come back, or got another PIN or address since the PIN was compared
 */
export const returnToAccount = async (
  tx: Tx,
  { log }: Context,
  user: LoginUser,
): Promise<'active' | 'restored' | 'gone'> => {
  if (!(await reactivate(tx, user, deletionGraceDays))) return (await holdActive(tx, user)) ? 'active' : 'gone'
  await queueMail(tx, {
    to: user.email,
    language: user.lang,
    userId: user.id,
    template: 'account_restored',
    values: {},
  })
  log.info({ userId: user.id }, 'account restored by a sign-in')
  return 'restored'
}
