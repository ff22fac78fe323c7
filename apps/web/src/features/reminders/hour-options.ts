/** Every full hour, in local format: 19:00, 7:00 PM, 午後7:00. */
export function hourOptions(locale: string): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  return Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: format.format(hour * 3_600_000) }))
}
