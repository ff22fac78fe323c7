/** Card brands as their owners write them, by the provider's identifier. */
const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** An unknown brand keeps the provider's identifier. */
export function cardBrand(brand: string): string {
  return names[brand] ?? brand
}

/** MM/YYYY, as it is printed on cards. */
export function cardExpiry({ exp_month, exp_year }: { exp_month: number; exp_year: number }): string {
  return `${String(exp_month).padStart(2, '0')}/${exp_year}`
}
