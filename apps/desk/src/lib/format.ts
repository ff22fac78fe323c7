const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Unix milliseconds as local date and time; a dash for none. */
export function formatMoment(at: number | null): string {
  return at === null ? '–' : moment.format(at)
}
