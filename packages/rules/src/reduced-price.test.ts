import { describe, expect, it } from 'vitest'
import { type Discount, lastingDiscount, priceDue, reducePrice } from './reduced-price.ts'

const half: Discount = { percentOff: 50, amountOff: null, until: null }
const fiveOff: Discount = { percentOff: null, amountOff: 500, until: 1_000 }

describe('a reduced price', () => {
  it('is rounded as the payment providers round, and never below zero', () => {
    expect(reducePrice(2499, half)).toBe(1249)
    expect(reducePrice(2499, { percentOff: 33, amountOff: null })).toBe(1674)
    expect(reducePrice(499, fiveOff)).toBe(0)
    expect(reducePrice(2999, { percentOff: 100, amountOff: null })).toBe(0)
  })

  it('has the discounts that still run when the payment is due, one after the other', () => {
    expect(priceDue(2999, [], 0)).toBe(2999)
    expect(priceDue(2999, [fiveOff, half], 999)).toBe(1249)
    expect(priceDue(2999, [fiveOff, half], 1_000)).toBe(1499)
  })

  it('lasts as far as its discounts have no end', () => {
    expect(lastingDiscount(2999, [fiveOff])).toBe(0)
    expect(lastingDiscount(2999, [fiveOff, half])).toBe(1500)
  })
})
