import type { PublicCertificate } from '@kitewise/contract/certificates'
import { certificateSizes } from '@kitewise/rules/certificate-paper'
import { languageDetails, type TextLanguage } from '@kitewise/rules/language'
import type { Context } from '../../../context.ts'
import { certificateTexts } from '../certificate-texts.ts'
import {
  certificatePath,
  certificatePreviewPath,
  getCertificate,
  presentPublicCertificate,
} from '../show-certificate.ts'
import type { StoredCertificate } from '../certificates.sql.ts'
import { previewSize } from './render-preview.ts'

/** What the page of a certificate shows before the app does. */
export type CertificateOnPage = {
  /** What a link to it shows elsewhere (Open Graph). */
  properties: Record<string, string>
  /** For the places that the drawn page has for them: `{{name}}` (the web app's build/draw-pages.ts). */
  words: Record<string, string>
  /** With it the app takes the page over, without asking. */
  pageData: { language: TextLanguage; certificate: PublicCertificate & { id: string } }
}

/** @param language of the page. @returns null if there is no such certificate */
export async function describeCertificatePage(
  context: Context,
  id: string,
  language: TextLanguage,
): Promise<CertificateOnPage | null> {
  const found = await getCertificate(context, id)
  if (!found.ok) return null
  const certificate = { id, ...presentPublicCertificate(found.value) }
  return {
    properties: describeLink(context, found.value),
    words: wordsOf(certificate, languageDetails[language].bcp47),
    pageData: { language, certificate },
  }
}

const wordsOf = (
  { id, name, courseName, issueDate, pdfUrl, badgeUrl }: PublicCertificate & { id: string },
  locale: string,
): Record<string, string> => {
  const sizes = certificateSizes({ name, courseName })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    id,
    name,
    courseName,
    nameSize: String(sizes.name),
    courseNameSize: String(sizes.courseName),
    issueDate,
    issueDay: day.format(new Date(`${issueDate}T00:00:00Z`)),
    pdfUrl,
    badgeUrl,
  }
}

const describeLink = (
  { config: { publicUrl, brand } }: Context,
  { id, name, courseName, language }: StoredCertificate,
): Record<string, string> => {
  const { heading } = certificateTexts(language)
  return {
    'og:type': 'website',
    'og:site_name': brand.name,
    'og:title': `${name} · ${courseName}`,
    'og:description': `${heading} · ${brand.name}`,
    'og:url': publicUrl + certificatePath(id),
    'og:image': publicUrl + certificatePreviewPath(id),
    'og:image:type': 'image/png',
    'og:image:width': String(previewSize.width),
    'og:image:height': String(previewSize.height),
    'og:image:alt': `${heading}: ${name}, ${courseName}`,
    'twitter:card': 'summary_large_image',
  }
}
