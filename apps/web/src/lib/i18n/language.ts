import { languageDetails, type TextLanguage, textLanguageOf } from '@kitewise/rules/language'
import { useLocale } from 'use-intl'
import { create } from 'zustand'
import { languageOfPreview, startLanguage, storedLanguage } from './stored-language.ts'

export const useLanguage = create<{ language: TextLanguage }>()(() => ({ language: startLanguage() }))

export function setLanguage(language: TextLanguage): void {
  storedLanguage.write(language)
  if (useLanguage.getState().language !== language) useLanguage.setState({ language })
}

/** Stores the language found at start (docs/product.md), unless the desk chose it for a preview. */
export function rememberStartLanguage(): void {
  if (languageOfPreview(location.pathname) === null) storedLanguage.write(useLanguage.getState().language)
}

/** The profile's language outranks the stored one. */
export function adoptProfileLanguage(code: string): void {
  return setLanguage(textLanguageOf(code))
}

/** BCP 47 code of the interface, for Accept-Language and Intl. */
export function interfaceLocale(): string {
  return languageDetails[useLanguage.getState().language].bcp47
}

/**
 * The BCP 47 code for `lang` of catalog words, so screen readers pronounce them; undefined in the interface language.
 */
export function useForeignLanguage(language: string): string | undefined {
  const locale = useLocale()
  const { bcp47 } = languageDetails[textLanguageOf(language)]
  return bcp47 === locale ? undefined : bcp47
}
