/**
 * A price as people read it: minor units divided by 100, in the currency, always in the en-US way (product spec, section 9).
 * @param currency ISO 4217 in any case; an unknown code is a RangeError
 */
export const priceText = (minorUnits: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(minorUnits / 100)
