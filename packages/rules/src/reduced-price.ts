/** What a payment costs with discounts (docs/product.md R163). Amounts are minor units. */
export type Reduction = { percentOff: number; amountOff: null } | { percentOff: null; amountOff: number }

/** `until`: payments due before it are reduced, in Unix seconds; null for one without an end. */
export type Discount = Reduction & { until: number | null }

/** Never below zero. */
export function reducePrice(price: number, { percentOff, amountOff }: Reduction): number {
  return Math.max(0, price - (amountOff ?? Math.round((price * percentOff) / 100)))
}

/** Each discount takes off what the one before has left. @param dueAt Unix seconds */
export function priceDue(price: number, discounts: readonly Discount[], dueAt: number): number {
  return discounts
    .filter(({ until }) => until === null || dueAt < until)
    .reduce((left, discount) => reducePrice(left, discount), price)
}

/** What discounts without an end take off every payment. */
export function lastingDiscount(price: number, discounts: readonly Discount[]): number {
  return price - priceDue(price, discounts, Number.POSITIVE_INFINITY)
}
