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
