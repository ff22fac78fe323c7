import { languageDetails, textLanguageOf, type TextLanguage } from '@kitewise/rules/language'
import { create } from 'zustand'
import { startLanguage, storedLanguage } from './start-language.ts'

export const useLanguage = create<{ language: TextLanguage }>()(() => ({ language: startLanguage() }))

/** Switches the interface and remembers the choice in this browser. */
export const setLanguage = (language: TextLanguage): void => {
  storedLanguage.write(language)
  if (useLanguage.getState().language !== language) useLanguage.setState({ language })
}

/** Stores what was found at start, as the product spec §4 asks. */
export const rememberStartLanguage = (): void => storedLanguage.write(useLanguage.getState().language)

/** The profile's language outranks the stored one. */
export const adoptProfileLanguage = (code: string): void => setLanguage(textLanguageOf(code))

/** BCP 47 code of the interface, for Accept-Language and Intl. */
export const interfaceLocale = (): string => languageDetails[useLanguage.getState().language].bcp47
