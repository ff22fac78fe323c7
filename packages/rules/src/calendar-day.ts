const dayMs = 86_400_000

/** There are about 600 zones, but clients can send each name in any letter case. */
const mostFormats = 1_000

/** One format per time zone, because creating one is slow. Throws a RangeError for an unknown IANA zone. */
const formatsOf = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string): Intl.DateTimeFormat => {
    const known = formats.get(timeZone)
    if (known) return known
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    if (formats.size >= mostFormats) formats.clear()
    formats.set(timeZone, format)
    return format
  }
}

const dayFormat = formatsOf('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const clockFormat = formatsOf('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The day (YYYY-MM-DD) at `atMs` milliseconds since 1970. Throws a RangeError for an unknown IANA zone. */
export function dayIn(timeZone: string, atMs: number): string {
  return dayFormat(timeZone).format(atMs)
}

/** The minute of the day, 0 to 1439, like `dayIn`. */
export function minuteIn(timeZone: string, atMs: number): number {
  const [hours = 0, minutes = 0] = clockFormat(timeZone).format(atMs).split(':').map(Number)
  return hours * 60 + minutes
}

export function isTimeZone(name: string): boolean {
  try {
    dayFormat(name)
    return true
  } catch {
    return false
  }
}

const numberOf = (day: string): number => Date.parse(day) / dayMs

/** `2028-02-28` plus 2 is `2028-03-01`. */
export function addDays(day: string, count: number): string {
  return new Date((numberOf(day) + count) * dayMs).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from)
}

const hourMs = 3_600_000

/**
 * Whether the zone had this day: Samoa had no 30 December 2011. Offsets are at most 14 hours, so the search starts at
 * noon, where most zones have it.
 */
export function isLivedIn(timeZone: string, day: string): boolean {
  const noon = numberOf(day) * dayMs + 12 * hourMs
  const isOnDay = (atMs: number): boolean => dayIn(timeZone, atMs) === day
  for (let hours = 0; hours <= 26; hours += 1)
    if (isOnDay(noon + hours * hourMs) || isOnDay(noon - hours * hourMs)) return true
  return false
}

const format = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** MM/DD/YYYY in UTC (docs/product.md R106). */
export function dateText(unixSeconds: number): string {
  return format.format(unixSeconds * 1000)
}

/** Other languages than English spell out the month, because they read 12/05 as 12 May. The locale is BCP 47. */
export function dateInSentence(unixSeconds: number, locale: string): string {
  if (locale === 'en') return dateText(unixSeconds)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(unixSeconds * 1000)
  // Intl's Ukrainian "р." is written out, because its full stop would collide with the sentence's. French needs "1er".
  if (locale === 'uk') return date.replace('р.', 'року')
  return locale === 'fr' ? date.replace(/^1 /, '1er ') : date
}

const minuteMs = 60_000

/** What the clock of the zone shows, as if it were UTC. */
const wallMs = (timeZone: string, atMs: number): number =>
  numberOf(dayIn(timeZone, atMs)) * dayMs + minuteIn(timeZone, atMs) * minuteMs

/** Clocks are at most 12 hours behind UTC and 14 ahead. */
const mostBehindMs = 12 * hourMs
const mostAheadMs = 14 * hourMs

/**
 * When the clock of a zone shows a full hour on a day, in milliseconds since 1970. An hour that the clock skips is right after the
 * jump, however long it is, and also if it skips the day; one that comes twice is the first. A zone's clock changes at most once
 * within 28 hours.
 */
export function momentIn(timeZone: string, day: string, hour: number): number {
  const shown = numberOf(day) * dayMs + hour * hourMs
  let [before, after] = [shown - mostAheadMs - hourMs, shown + mostBehindMs + hourMs]
  const offsets = [before, after].map((atMs) => wallMs(timeZone, atMs) - atMs)
  const exact = offsets.map((offset) => shown - offset).filter((atMs) => wallMs(timeZone, atMs) === shown)
  if (exact.length > 0) return Math.min(...exact)
  // The clock jumps over it: the first minute that is later.
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (wallMs(timeZone, middle) < shown) before = middle
    else after = middle
  }
  return after
}
