import { defaultLanguage } from '@kitewise/rules/language'
import en from '@kitewise/texts/certificates/en' with { type: 'json' }
import { readLanguages } from '@kitewise/texts/read-languages'

export type CertificateTexts = typeof en

const textsByLanguage = readLanguages<CertificateTexts>('certificates')

/** All texts in a language, or all in English, with the language they are really in. */
export function certificateTexts(wanted: string): CertificateTexts & { language: string } {
  const found = textsByLanguage.get(wanted)
  return found ? { ...found, language: wanted } : { ...en, language: defaultLanguage }
}
