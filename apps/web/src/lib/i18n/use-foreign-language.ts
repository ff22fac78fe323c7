import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { useLocale } from 'use-intl'

/**
 * For words of the catalogue that are not in the interface's language: their BCP 47 code, for the `lang` of the element, so that they
 * are read aloud as what they are. Undefined where they are in the interface's language.
 * @param language of the words, as the contract has it
 */
export const useForeignLanguage = (language: string): string | undefined => {
  const locale = useLocale()
  const { bcp47 } = languageDetails[textLanguageOf(language)]
  return bcp47 === locale ? undefined : bcp47
}
