/**
 * Calendar days as people live them: YYYY-MM-DD in a time zone (IANA name). Everything is given, nothing is asked of the machine's
 * clock.
 */
const dayMs = 86_400_000

/** There are about 600 zones; names in other letter case are the same ones once more, and a stranger may send any of them. */
const mostFormats = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  if (formats.size >= mostFormats) formats.clear()
  formats.set(timeZone, format)
  return format
}

/**
 * The day that it is somewhere.
 * @param atMs milliseconds since 1970
 * @throws {RangeError} when there is no such zone
 */
export const dayIn = (timeZone: string, atMs: number): string => formatOf(timeZone).format(atMs)

export const isTimeZone = (name: string): boolean => {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs

/** `2028-02-28` plus 2 is `2028-03-01`. */
export const addDays = (day: string, count: number): string =>
  new Date((numberOf(day) + count) * dayMs).toISOString().slice(0, 10)

/** How many days later the second is. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

const hourMs = 3_600_000

/** Whether a day was lived somewhere: Samoa had no 30 December 2011. No offset is further than 14 hours from UTC. */
export const isLivedIn = (timeZone: string, day: string): boolean => {
  const noon = numberOf(day) * dayMs + 12 * hourMs
  for (let hours = -26; hours <= 26; hours += 1) if (dayIn(timeZone, noon + hours * hourMs) === day) return true
  return false
}

const format = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** A day as people read it in this product, MM/DD/YYYY (product spec, section 9); the day is the one in UTC. */
export const dateText = (unixSeconds: number): string => format.format(unixSeconds * 1000)

/**
 * A day inside a sentence. English keeps MM/DD/YYYY; elsewhere 12/05 would be read as the twelfth of May, so the month is a word.
 * @param locale BCP 47; the day is the one in UTC
 */
export const dateInSentence = (unixSeconds: number, locale: string): string => {
  if (locale === 'en') return dateText(unixSeconds)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(unixSeconds * 1000)
  // Intl shortens the Ukrainian year with a full stop, which would stand beside the sentence's own, and has no French "1er".
  if (locale === 'uk') return date.replace(/р\.$/u, 'року')
  return locale === 'fr' ? date.replace(/^1 /, '1er ') : date
}
