import type { BillingInterval } from '@kitewise/rules/billing-text'
import { priceDue } from '@kitewise/rules/reduced-price'
import type { Context } from '../../context.ts'
import { listContractRows } from './subscriptions.sql.ts'

/** A purchase. Times are Unix seconds. */
export type Contract = {
  subscriptionId: string
  productId: string | null
  /** What the first payment is, with its discounts. */
  priceCents: number
  currency: string
  billing: BillingInterval
  /** Start of the trial or, without one, of the paid period. */
  contractAt: number
  paidAt: number | null
}

/** Newest first. */
export async function listContracts({ db, clock }: Context, userId: string): Promise<Contract[]> {
  const now = clock().getTime() / 1000
  const rows = await listContractRows(db, userId)
  return rows.map(
    ({ status, trialEnd, currentPeriodEnd, interval, intervalCount, discounts, firstPaymentCents, ...row }) => ({
      ...row,
      priceCents: firstPaymentCents ?? priceDue(row.priceCents, discounts, trialEnd ?? row.contractAt),
      billing: { interval, interval_count: intervalCount },
      paidAt: paidAt({ status, trialEnd, currentPeriodEnd, contractAt: row.contractAt }, now),
    }),
  )
}

type Payment = { status: string; trialEnd: number | null; currentPeriodEnd: number; contractAt: number }

const neverPaid = new Set(['incomplete', 'incomplete_expired', 'trialing'])

/** A trial's first payment happens when it ends, unless it was canceled or that payment failed. */
const paidAt = ({ status, trialEnd, currentPeriodEnd, contractAt }: Payment, now: number): number | null => {
  if (neverPaid.has(status)) return null
  if (trialEnd === null) return contractAt
  const isFirstPaymentOpen = status === 'past_due' || status === 'unpaid'
  return trialEnd <= now && currentPeriodEnd > trialEnd && !isFirstPaymentOpen ? trialEnd : null
}
