import type { Context } from '../../../context.ts'
import { certificateTexts } from '../certificate-texts.ts'
import { certificatePath, certificatePreviewPath, getCertificate } from '../show-certificate.ts'
import { previewSize } from './render-preview.ts'

/** What a link to a certificate's page shows elsewhere (Open Graph), by property; null if there is no such certificate. */
export async function describeCertificatePage(context: Context, id: string): Promise<Record<string, string> | null> {
  const found = await getCertificate(context, id)
  if (!found.ok) return null
  const { name, courseName, language } = found.value
  const { publicUrl, brand } = context.config
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
