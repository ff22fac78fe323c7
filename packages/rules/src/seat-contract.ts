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
  const paidUntil = openDueAt === null ? periodEnd : Math.min(periodEnd, givenUpAt(openDueAt))
  return endedAt === null ? paidUntil : Math.min(paidUntil, endedAt)
}

/** When a contract with an unpaid invoice ends for good. Unix seconds. */
export function givenUpAt(openDueAt: number): number {
  return openDueAt + unpaidGraceDays * daySeconds
}

/** Whether everything is paid. A contract without a paid invoice isn't, even if nothing is open. */
export function isSettled({ hasPaid, openDueAt }: { hasPaid: boolean; openDueAt: number | null }): boolean {
  return hasPaid && openDueAt === null
}

/**
 * How many seats give access: all of them once they are paid; before, those that were paid for the last time when nothing was open,
 * and those that may be used without a payment.
 */
export function usableSeats(contract: {
  seats: number
  isSettled: boolean
  paidSeats: number
  creditSeats: number
}): number {
  const { seats, paidSeats, creditSeats } = contract
  return contract.isSettled ? seats : Math.min(seats, paidSeats + creditSeats)
}
