import { defaultLanguage, type TextLanguage, textLanguageOf, textLanguageOfBrowser } from '@kitewise/rules/language'

/** The first supported language of Accept-Language, which the app sets; without one, or with `*`, the profile's; else English. */
export function chooseLanguage(acceptLanguage: string | undefined, profileLanguage: string | null): TextLanguage {
  const tags = acceptLanguage ? tagsByPreference(acceptLanguage) : []
  if (tags.length > 0) return textLanguageOfBrowser(tags)
  return profileLanguage === null ? defaultLanguage : textLanguageOf(profileLanguage)
}

const tagsByPreference = (header: string): string[] =>
  header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: Number(quality ?? 1) }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
