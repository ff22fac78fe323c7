import type { MoneyBack, Withdrawal } from '@kitewise/contract/billing-entities'
import { checkRefund, withdrawalEnds } from '@kitewise/rules/refund'
import type { Context } from '../../context.ts'
import { type Contract, listContracts } from '../billing/list-contracts.ts'
import { isAnythingRefunded, listRefundsDue } from '../billing/payments.sql.ts'
import { findUsage } from '../learning/learning-record.ts'
import { listAnsweredDays } from '../learning/review/review-cards.sql.ts'
import { findClosed } from '../support/inbox.sql.ts'
import { findDeclaration } from './withdrawals.sql.ts'

/** A refund depends on use; a withdrawal returns the full price. */
export async function checkMoneyBack(context: Context, userId: string): Promise<MoneyBack> {
  const contracts = await listContracts(context, userId)
  return {
    refund: await checkUse(context, userId, contracts),
    withdrawal: contracts[0] ? await findWithdrawal(context, userId, contracts[0]) : null,
  }
}

const checkUse = async (
  context: Context,
  userId: string,
  contracts: readonly Contract[],
): Promise<MoneyBack['refund']> => {
  const paid = contracts.flatMap(({ billing, paidAt }) => (paidAt === null ? [] : [{ billing, paidAt }]))
  const [newest] = paid
  if (!newest) return null
  const purchasedAt = Math.min(...paid.map(({ paidAt }) => paidAt))
  const [usage, reviewDays] = await Promise.all([findUsage(context, userId), listAnsweredDays(context.db, userId)])
  // A day of use has a practice (subscription terms, section 8); the daily practice counts as one.
  const days = [...new Set([...usage.days, ...reviewDays])]
  return checkRefund({ billing: newest.billing, purchasedAt, now: secondsNow(context), usage: { ...usage, days } })
}

const findWithdrawal = async (
  context: Context,
  userId: string,
  { subscriptionId, contractAt }: Contract,
): Promise<Withdrawal | null> => {
  const declaredAt = await findDeclaration(context.db, userId, subscriptionId)
  const until = withdrawalEnds(contractAt)
  if (declaredAt === null) return secondsNow(context) > until ? null : { subscriptionId, contractAt, until, declaredAt }
  const closedAt = await findClosed(context.db, userId, subscriptionId)
  return {
    subscriptionId,
    contractAt,
    until,
    declaredAt,
    ...(closedAt !== null && (await describeEnd(context, { userId, subscriptionId }, closedAt))),
  }
}

/** A refund that came back is due again: then the learner reads neither that it was sent nor that there was none. */
const describeEnd = async (
  { db }: Context,
  plan: { userId: string; subscriptionId: string },
  closedAt: number,
): Promise<Pick<Withdrawal, 'refundedAt' | 'closedAt'>> => {
  if ((await listRefundsDue(db, plan)).length > 0) return {}
  return (await isAnythingRefunded(db, plan)) ? { refundedAt: closedAt } : { closedAt }
}

const secondsNow = ({ clock }: Context): number => clock().getTime() / 1000
