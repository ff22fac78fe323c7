/**
 * A company's seats give access until the paid period ends. If an invoice isn't paid, they end 14 days after its due date, and
 * come back when it is paid (docs/product.md R171).
 */
export const unpaidGraceDays = 14

const daySeconds = 86_400

type Facts = {
  /** Unix seconds. */
  periodEnd: number
  /** When the contract ended for good; null while it runs. */
  endedAt: number | null
  /** When the oldest unpaid invoice is due; null when all is paid. */
  openDueAt: number | null
}

/** Unix seconds. */
export function seatAccessUntil({ periodEnd, endedAt, openDueAt }: Facts): number {
  const paidUntil = openDueAt === null ? periodEnd : Math.min(periodEnd, openDueAt + unpaidGraceDays * daySeconds)
  return endedAt === null ? paidUntil : Math.min(paidUntil, endedAt)
}
