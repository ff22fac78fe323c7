/** Accepted codes; `us` and `uk` mean English, and Ukrainian is `ua` (docs/product.md R104). */
export const languageCodes = ['uk', 'ua', 'en', 'ko', 'us', 'es', 'fr', 'tr', 'ja', 'pt'] as const
export type LanguageCode = (typeof languageCodes)[number]

export const textLanguages = ['en', 'ua', 'ko', 'es', 'fr', 'tr', 'ja', 'pt'] as const
export type TextLanguage = (typeof textLanguages)[number]

/** Each language's own name, and its BCP 47 code for `<html lang>` and Intl. */
export const languageDetails: Record<TextLanguage, { name: string; bcp47: string }> = {
  en: { name: 'English', bcp47: 'en' },
  ua: { name: 'Українська', bcp47: 'uk' },
  ko: { name: '한국어', bcp47: 'ko' },
  es: { name: 'Español', bcp47: 'es' },
  fr: { name: 'Français', bcp47: 'fr' },
  tr: { name: 'Türkçe', bcp47: 'tr' },
  ja: { name: '日本語', bcp47: 'ja' },
  pt: { name: 'Português', bcp47: 'pt' },
}

export const defaultLanguage: TextLanguage = 'en'

const isTextLanguage = (code: string): code is TextLanguage => (textLanguages as readonly string[]).includes(code)

/** For codes from a profile, storage or the API; unknown ones are English. */
export function textLanguageOf(code: string | null | undefined): TextLanguage {
  return code && isTextLanguage(code) ? code : defaultLanguage
}

/** For a browser's BCP 47 tags in order of preference. Here `uk` is Ukrainian. */
export function textLanguageOfBrowser(tags: readonly string[]): TextLanguage {
  for (const tag of tags) {
    const base = tag.toLowerCase().replace(/-.*/, '')
    const code = base === 'uk' ? 'ua' : base
    if (isTextLanguage(code)) return code
  }
  return defaultLanguage
}
