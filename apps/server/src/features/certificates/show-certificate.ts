import type { Certificate, PublicCertificate } from '@kitewise/contract/certificates'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findCertificate, type StoredCertificate } from './certificates.sql.ts'

const pattern = /^[0-9a-f]{32}$/

/** The id is the only proof needed. */
export async function getCertificate({ db }: Context, id: string): Promise<Result<StoredCertificate>> {
  const found = pattern.test(id) ? await findCertificate(db, id) : null
  return found ? ok(found) : refuse('certificate_not_found')
}

export type CertificateFile = { fileName: string; bytes: Buffer }

/** Rendered from its row each time. */
export async function getCertificatePdf(context: Context, id: string): Promise<Result<CertificateFile>> {
  const found = await getCertificate(context, id)
  if (!found.ok) return found
  const { publicUrl, brand } = context.config
  // Loaded when first needed: fonts and renderers take memory and time at the start.
  const { renderCertificate } = await import('./pdf/render-certificate.ts')
  const bytes = await renderCertificate({ ...found.value, brand, checkUrl: `${publicUrl}${certificatePath(id)}` })
  return ok({ fileName: `certificate-${found.value.courseId}.pdf`, bytes })
}

/** The picture for link previews. Rendered from its row each time. */
export async function getCertificatePreview(context: Context, id: string): Promise<Result<Buffer>> {
  const found = await getCertificate(context, id)
  if (!found.ok) return found
  const { renderPreview } = await import('./preview/render-preview.ts')
  return ok(await renderPreview({ ...found.value, brandName: context.config.brand.name }))
}

export function certificatePreviewPath(id: string): string {
  return `/api/certificates/${id}/preview`
}

const files = (id: string) => ({ pdfUrl: `/api/certificates/${id}/pdf`, badgeUrl: `/api/certificates/${id}/badge` })

export function certificatePath(id: string): string {
  return `/certificates/${id}`
}

export function presentCertificate({ id, courseId, name, courseName, issuedOn }: StoredCertificate): Certificate {
  return {
    id,
    courseId,
    name,
    courseName,
    issueDate: issuedOn,
    certificateUrl: certificatePath(id),
    ...files(id),
  }
}

export function presentPublicCertificate({ id, name, courseName, issuedOn }: StoredCertificate): PublicCertificate {
  return {
    name,
    courseName,
    issueDate: issuedOn,
    valid: true,
    ...files(id),
  }
}
