import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { interfaceLocale } from './language.ts'

/**
 * For words of the catalogue that are not in the interface's language: their BCP 47 code, for the `lang` of the element, so that they
 * are read aloud as what they are. Undefined where they are in the interface's language.
 * @param language of the words, as the contract has it
 */
export const foreignLanguage = (language: string): string | undefined => {
  const { bcp47 } = languageDetails[textLanguageOf(language)]
  return bcp47 === interfaceLocale() ? undefined : bcp47
}
