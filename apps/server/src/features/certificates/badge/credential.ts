import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { fillText } from '../../../platform/messages/mail-texts.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { certificateTexts } from '../certificate-texts.ts'
import type { StoredCertificate } from '../certificates.sql.ts'
import { type CertificateFile, certificatePath, getCertificate, presentCertificate } from '../show-certificate.ts'
import { type BadgePosition, findPosition } from './badge-positions.sql.ts'
import { badgeIssuerUrl, signCredential } from './sign-credential.ts'
import { statusEntry } from './status-list.ts'

/** Open Badges 3.0 as a compact JWS (VC-JWT), signed on each request; the bytes are the same while the key is. */
export async function getCertificateBadge(context: Context, id: string): Promise<Result<CertificateFile>> {
  const found = await getCertificate(context, id)
  if (!found.ok) return found
  const position = await findPosition(context.db, id)
  const jws = await signCredential(context, 'badge', makeCredential(found.value, position, context.config))
  return ok({ fileName: `certificate-${found.value.courseId}.jwt`, bytes: Buffer.from(jws) })
}

const credentialSchema = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json'

/**
 * Reveals no more than the public page: name, course and date. A corrected badge keeps its id; wallets take the one with the
 * latest `validFrom`, and `awardedDate` stays the day of the certificate.
 */
const makeCredential = (
  certificate: StoredCertificate,
  position: BadgePosition | null,
  config: Pick<Config, 'publicUrl' | 'brand'>,
) => {
  const { publicUrl } = config
  const { id, courseId, name, courseName, issuedAt, badgeRenewedAt } = certificate
  const texts = certificateTexts(certificate.language)
  return {
    '@context': credentialContexts,
    id: `${publicUrl}${presentCertificate(certificate).badgeUrl}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: issuerProfile(config),
    validFrom: toSeconds(badgeRenewedAt ?? issuedAt),
    ...(position && { awardedDate: toSeconds(issuedAt), credentialStatus: statusEntry(config, position) }),
    credentialSchema: [{ id: credentialSchema, type: '1EdTechJsonSchemaValidator2019' }],
    name: courseName,
    credentialSubject: {
      id: `${publicUrl}${certificatePath(id)}#learner`,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' }],
      achievement: {
        id: `${publicUrl}/api/courses/${courseId}`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        inLanguage: languageDetails[textLanguageOf(texts.language)].bcp47,
        name: courseName,
        description: fillText(texts.achievement, { course: courseName }),
        criteria: { narrative: texts.criteria },
      },
    },
  }
}

const toSeconds = (time: Date): string => time.toISOString().replace('.000', '')

const issuerProfile = (config: Pick<Config, 'publicUrl' | 'brand'>) => ({
  id: badgeIssuerUrl(config),
  type: ['Profile'],
  name: config.brand.company,
  url: config.publicUrl,
})

export function issuerDocument(config: Pick<Config, 'publicUrl' | 'brand'>) {
  return {
    '@context': credentialContexts,
    ...issuerProfile(config),
    description: config.brand.name,
    email: config.brand.supportEmail,
  }
}

/** Verifiable Credentials 2.0, and Open Badges 3.0 on top of them. */
const credentialContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
]
