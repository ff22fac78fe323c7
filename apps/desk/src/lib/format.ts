const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Unix milliseconds as local date and time; a dash for none. */
export function formatMoment(at: number | null): string {
  return at === null ? '–' : moment.format(at)
}

/** An amount in the currency's smallest unit, such as cents. `currency` is ISO 4217. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** maximumFractionDigits)
}
