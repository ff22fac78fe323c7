import type { BillingInterval } from '@kitewise/rules/billing-text'
import type { Context } from '../../context.ts'
import { listContractRows } from './subscriptions.sql.ts'

/** What somebody bought, and when. Times are Unix seconds. */
export type Contract = {
  subscriptionId: string
  productId: string | null
  priceCents: number
  currency: string
  billing: BillingInterval
  /** When the trial or, without one, the paid time began. */
  contractAt: number
  /** The first payment; null while there was none. */
  paidAt: number | null
}

/** All that a learner has bought here, newest first. */
export const listContracts = async ({ db, clock }: Context, userId: string): Promise<Contract[]> => {
  const now = clock().getTime() / 1000
  const rows = await listContractRows(db, userId)
  return rows.map(({ status, trialEnd, currentPeriodEnd, interval, intervalCount, ...row }) => ({
    ...row,
    billing: { interval, interval_count: intervalCount },
    paidAt: paidAt({ status, trialEnd, currentPeriodEnd, contractAt: row.contractAt }, now),
  }))
}

type Payment = { status: string; trialEnd: number | null; currentPeriodEnd: number; contractAt: number }

const neverPaid = new Set(['incomplete', 'incomplete_expired', 'trialing'])

/** A trial is paid for when it ends, unless it was the end of everything or that first payment failed. */
const paidAt = ({ status, trialEnd, currentPeriodEnd, contractAt }: Payment, now: number): number | null => {
  if (neverPaid.has(status)) return null
  if (trialEnd === null) return contractAt
  const isFirstPaymentOpen = status === 'past_due' || status === 'unpaid'
  return trialEnd <= now && currentPeriodEnd > trialEnd && !isFirstPaymentOpen ? trialEnd : null
}
