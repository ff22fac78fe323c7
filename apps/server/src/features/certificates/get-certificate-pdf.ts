import type { Context } from '../../context.ts'
import { ok, type Result } from '../../platform/result.ts'
import { getCertificate } from './get-certificate.ts'
import { renderCertificate } from './pdf/render-certificate.ts'
import { certificatePath } from './present.ts'

/** A file for a browser to keep. */
export type CertificateFile = { fileName: string; bytes: Buffer }

/** A certificate on A4, drawn from its row each time. Refuses with `certificate_not_found`. */
export const getCertificatePdf = async (context: Context, id: string): Promise<Result<CertificateFile>> => {
  const found = await getCertificate(context, id)
  if (!found.ok) return found
  const { publicUrl, brand } = context.config
  const bytes = await renderCertificate({ ...found.value, brand, checkUrl: `${publicUrl}${certificatePath(id)}` })
  return ok({ fileName: `certificate-${found.value.courseId}.pdf`, bytes })
}
