import type { Context } from '../../context.ts'
import { ok, type Result } from '../../platform/result.ts'
import { badgeKeyUrl } from './badge/badge-urls.ts'
import { findSigningKey } from './badge/find-signing-key.ts'
import { makeCredential } from './badge/make-credential.ts'
import { signCredential } from './badge/sign-credential.ts'
import type { CertificateFile } from './get-certificate-pdf.ts'
import { getCertificate } from './get-certificate.ts'

/**
 * The Open Badges 3.0 credential of a certificate as a compact JWS (VC-JWT), signed anew each time with the same bytes as long as the key is
 * the same. Refuses with `certificate_not_found`.
 */
export const getCertificateBadge = async (context: Context, id: string): Promise<Result<CertificateFile>> => {
  const found = await getCertificate(context, id)
  if (!found.ok) return found
  const key = await findSigningKey(context)
  const credential = makeCredential(found.value, context.config)
  const jws = signCredential(credential, { privateKey: key.privateKey, url: badgeKeyUrl(context.config, key.id) })
  return ok({ fileName: `certificate-${found.value.courseId}.jwt`, bytes: Buffer.from(jws) })
}
