import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { certificateTexts, type CertificateTexts } from '../certificate-texts.ts'

/** What stands on a certificate. */
export type CertificatePaper = {
  id: string
  name: string
  courseName: string
  /** A text set's code. */
  language: string
  /** YYYY-MM-DD. */
  issuedOn: string
  issuedAt: Date
  brand: { name: string; company: string }
  /** The absolute address where anybody may check it. */
  checkUrl: string
}

/** The words of a certificate, and the BCP 47 code of the language that they are really in. */
export const wordsOf = ({
  language,
}: Pick<CertificatePaper, 'language'>): { texts: CertificateTexts; locale: string } => {
  const texts = certificateTexts(language)
  return { texts, locale: languageDetails[textLanguageOf(texts.language)].bcp47 }
}
