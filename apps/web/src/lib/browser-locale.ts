/**
 * What the browser says about its languages and its time zone. Devices with an unusual setup say nothing, "C",
 * "en-US@posix" or "Etc/Unknown", for which Intl throws; only what Intl knows leaves this file.
 */

const canonicalTags = (tag: unknown): string[] => {
  try {
    return typeof tag === 'string' ? Intl.getCanonicalLocales(tag) : []
  } catch {
    return []
  }
}

/** Valid BCP 47 tags, the preferred one first; possibly none. */
export function browserLanguages(): string[] {
  const { language, languages } = navigator as { language?: unknown; languages?: unknown }
  const tags: unknown[] = Array.isArray(languages) && languages.length > 0 ? languages : [language]
  return tags.flatMap(canonicalTags)
}

/** The two letters of the country in the browser's languages, the first that names one. */
export function browserRegion(): string | undefined {
  return browserLanguages()
    .map((tag) => new Intl.Locale(tag).region)
    .find((region) => region !== undefined)
}

/** The zone if this browser knows it, otherwise UTC: zones are added and renamed, and a name may come from another device. */
export function knownTimeZone(name: unknown): string {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) ? name : 'UTC'
  } catch {
    return 'UTC'
  }
}

/** The device's zone as an IANA name. */
export function browserTimeZone(): string {
  return knownTimeZone(new Intl.DateTimeFormat('en').resolvedOptions().timeZone)
}
